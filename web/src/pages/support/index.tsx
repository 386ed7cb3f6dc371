import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { List } from './list.tsx';
import { NewTicket } from './new-ticket.tsx';
import { SUPPORT_PATHS } from './paths.ts';
import { Thread } from './thread.tsx';

const PAGES: Readonly<Record<(typeof SUPPORT_PATHS)[number], ReactNode>> = {
  new: <NewTicket />,
  ':id': <Thread />,
};

/** One's own questions to support. */
export function Page() {
  return (
    <Routes>
      <Route index element={<List />} />
      {SUPPORT_PATHS.map((path) => (
        <Route key={path} path={path} element={PAGES[path]} />
      ))}
      <Route path="*" element={<Navigate to="/profile/support" replace />} />
    </Routes>
  );
}
