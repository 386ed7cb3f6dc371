import type { ReactNode } from 'react';
import { StoreMark } from '../../ui/images/store-mark.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import css from './company-deposit.module.css';

interface StoreHeadProps {
  name: string;
  logo: string | null;
  children?: ReactNode;
}

/** The payee. */
export function StoreHead({ name, logo, children }: StoreHeadProps) {
  return (
    <Stack as="header" gap={2} align="center" className={css.head}>
      <StoreMark name={name} logo={logo} />
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {children}
    </Stack>
  );
}
