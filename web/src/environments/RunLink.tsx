import { Anchor, type AnchorProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

export const runPath = (runID: number | string) => `/runs/${runID}`;

// useRunOpener returns a function that opens the page of a run in the application.
export function useRunOpener() {
  const router = useRouter();
  return (runID: number | string) => router.history.push(runPath(runID));
}

// isPlainClick reports whether a click opens a link in the same tab.
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

interface RunLinkProps extends AnchorProps {
  runID: number | string;
  children: ReactNode;
}

export function RunLink({ runID, children, ...rest }: RunLinkProps) {
  const open = useRunOpener();
  return (
    <Anchor
      inherit
      underline="always"
      href={runPath(runID)}
      onClick={(event: MouseEvent) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        open(runID);
      }}
      {...rest}
    >
      {children}
    </Anchor>
  );
}
