import { Navigate, Route, Routes } from 'react-router';
import { List } from './list.tsx';
import { NewTicket } from './new-ticket.tsx';
import { Thread } from './thread.tsx';

/** One's own questions to support. */
export function Page() {
  return (
    <Routes>
      <Route index element={<List />} />
      <Route path="new" element={<NewTicket />} />
      <Route path=":id" element={<Thread />} />
      <Route path="*" element={<Navigate to="/profile/support" replace />} />
    </Routes>
  );
}
