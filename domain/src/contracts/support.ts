/** What people write to the exchange: the public contact form, and tickets of people with an account. */
export {};
