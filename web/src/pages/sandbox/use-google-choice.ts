import type { sandboxGoogleDecide } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { useOnPageRestore } from '../../lib/payments/use-return.ts';

interface GoogleChoice {
  /** Null: the person cancels. */
  email: string | null;
  emailVerified?: boolean;
}

/** Submits the choice to the sandbox, then navigates to Google's redirect address. */
export function useGoogleChoice(state: string) {
  const [submittedChoice, setSubmittedChoice] = useState<GoogleChoice | null>(null);
  useOnPageRestore(() => setSubmittedChoice(null));

  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (choice: GoogleChoice) =>
      (
        await call<typeof sandboxGoogleDecide>('POST', '/sandbox/google/:state', {
          params: { state },
          body: choice,
        })
      ).baseDTO.redirectSite,
    onSuccess: (redirectSite, choice) => {
      setSubmittedChoice(choice);
      location.assign(redirectSite);
    },
  });
  return { choose: mutate, choosing: isPending ? variables : submittedChoice, error };
}
