import type { ReactElement } from 'react';
import { Navigate, Routes, type Screen } from '../../framework/navigation/router.tsx';
import { TicketList } from './list.tsx';
import { NewTicket } from './new-ticket.tsx';
import { SUPPORT_PATHS } from './paths.ts';
import { TicketPage } from './thread.tsx';

const PAGES: Readonly<Record<(typeof SUPPORT_PATHS)[number], ReactElement>> = {
  new: <NewTicket />,
  ':id': <TicketPage />,
};

const BASE = '/profile/support';
const SCREENS: readonly Screen[] = [
  { path: BASE, element: <TicketList /> },
  ...SUPPORT_PATHS.map((path) => ({ path: `${BASE}/${path}`, element: PAGES[path] })),
  { path: `${BASE}/*`, element: <Navigate to={BASE} replace /> },
];

/** The person's own tickets. */
export function Page() {
  return <Routes screens={SCREENS} />;
}
