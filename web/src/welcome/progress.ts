// What a user has seen and tried of the welcome page, in this browser.

export type Task = 'change' | 'break' | 'schedule';

interface Progress {
  isSeen?: boolean;
  done?: Task[];
}

const keyOf = (userID: string) => `millrace-welcome-${userID}`;

function read(userID: string): Progress {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userID)) ?? '{}') as Progress;
  } catch {
    return {};
  }
}

function write(userID: string, change: Progress): void {
  localStorage.setItem(keyOf(userID), JSON.stringify({ ...read(userID), ...change }));
}

// hasSeenWelcome reports whether the user was on the welcome page before, so that signing in leads to the projects.
export const hasSeenWelcome = (userID: string) => read(userID).isSeen === true;

export const setWelcomeSeen = (userID: string) => write(userID, { isSeen: true });

export const doneTasks = (userID: string): Task[] => read(userID).done ?? [];

export function setTaskDone(userID: string, task: Task): void {
  const done = doneTasks(userID);
  if (!done.includes(task)) write(userID, { done: [...done, task] });
}
