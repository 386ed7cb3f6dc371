-- expands: an index keeps itself up by another way, and nothing reads it otherwise.
-- What an index by ranges of time doesn't sum up yet is read whole, and nothing summed it up before the table was vacuumed,
-- which waits for a fifth of it to be new: each fold of new trades read up to that much.
alter index orders_by_time set (autosummarize = on);
alter index fills_by_time set (autosummarize = on);
