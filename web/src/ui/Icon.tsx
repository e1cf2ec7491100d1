// Line icons on a grid of 24, drawn for this application.
const shapes = {
  projects: 'M4 6.5h6l2 2.5h8v9.5H4z',
  deploy: 'M12 15V4M8 7.5 12 3.5l4 4M5 13v6.5h14V13',
  runs: 'M3 12h4l3-7.5 4 15 3-7.5h4',
  webhooks: 'M9 8.5a3 3 0 1 1 4.5 2.6L16.5 16M7.5 17.5a3 3 0 1 1-1-5.5L9 8M8 16.5h8M17 19.5a3 3 0 1 0-1.8-5.4',
  roles: 'M12 3.5 5 6.5v5c0 4.3 2.9 7.3 7 9 4.1-1.7 7-4.7 7-9v-5zM9 12l2.2 2.2L15.5 10',
  running: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 3v18M12 7.5h7.4M12 12h8.9M12 16.5h7.4',
  waiting: 'M7 3.5h10M7 20.5h10M8 3.5c0 5 8 6 8 8.5s-8 3.5-8 8.5M16 3.5c0 5-8 6-8 8.5s8 3.5 8 8.5',
  canceled: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M5.7 5.7l12.6 12.6',
  skipped: 'M4 16c1-5.5 5.5-8 14-7.5M14 4.5 18.5 8.5 14.5 13',
  catalog: 'M5 4.5h12.5a1.5 1.5 0 0 1 1.5 1.5v13.5H6.5A1.5 1.5 0 0 1 5 18zM5 17.5a1.5 1.5 0 0 1 1.5-1.5H19M8.5 8.5h7M8.5 12h4.5',
  docs: 'M12 6.5C10.4 5.2 8 4.5 4 4.5v14c4 0 6.4.7 8 2 1.6-1.3 4-2 8-2v-14c-4 0-6.4.7-8 2zM12 6.5v14',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 19.5h14',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5.2l3.5 2',
  stop: 'M6.5 6.5h11v11h-11z',
  audit: 'M6 3.5h9l3.5 3.5v13.5H6zM9 9h6M9 12.5h6M9 16h3.5',
  server: 'M4 5h16v5.5H4zM4 13.5h16V19H4zM7.5 7.7h.01M7.5 16.2h.01',
  close: 'M6 6l12 12M18 6 6 18',
  users: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c.4-3.6 3-5.6 6.5-5.6s6.1 2 6.5 5.6M16 4.4a3.4 3.4 0 0 1 0 6.4M18 14.9c2.1.8 3.3 2.5 3.5 5.1',
  connections: 'M4 6.5c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3M4 6.5v11c0 1.7 3.6 3 8 3s8-1.3 8-3v-11M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  api: 'M8 7 3 12l5 5M16 7l5 5-5 5M13.5 4.5l-3 15',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 20.5c.6-4 3.7-6 8-6s7.4 2 8 6',
  signOut: 'M14 4H5v16h9M10 12h11M17.5 8.5 21 12l-3.5 3.5',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16.2 16.2 21 21',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5 10 17.5 19.5 7',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  branch: 'M7 8.5v7M7 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M7 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17 10.5c0 3.5-4 4.5-9 6',
  pull: 'M12 4v11M8 11.5l4 4 4-4M5 13v6.5h14V13',
  chevron: 'M6.5 9.5 12 15l5.5-5.5',
  rollBack: 'M8.5 4.5 4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11H8',
  undo: 'M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M15.5 5 20 9.5 15.5 14M19.5 9.5H10a5.5 5.5 0 0 0 0 11h3',
  save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  grid: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  key: 'M8 18.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M11.3 10.7 20 3M16 6.5l3 3',
  terminal: 'M4 5h16v14H4zM7.5 9.5l3 2.5-3 2.5M12.5 15h4',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  system: 'M3 5h18v11H3zM8.5 20h7M12 16v4',
  alert: 'M12 4 2.5 20h19zM12 10v4.5M12 17.3v.1',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5.5M12 7.7v.1',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9.5 9.7c0-1.5 1.1-2.4 2.5-2.4s2.5.9 2.5 2.3c0 1.9-2.5 2-2.5 4M12 16.7v.1',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
  idle: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8 12.3l2.7 2.7L16 9.5',
  starting: 'M12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.6l2.9 2.9M15.5 15.5l2.9 2.9M18.4 5.6l-2.9 2.9M8.5 15.5l-2.9 2.9',
  refreshing: 'M20 11a8 8 0 0 0-14.3-4L3.5 9.5M3.5 4.5v5h5M4 13a8 8 0 0 0 14.3 4l2.2-2.5M20.5 19.5v-5h-5',
  devRun: 'M8 5.5v13l10.5-6.5z',
  build: 'M4 4h6v5H4zM14 10h6v5h-6zM4 15h6v5H4zM10 6.5h2.5c.8 0 1.5.7 1.5 1.5v3M10 17.5h2.5c.8 0 1.5-.7 1.5-1.5v-2',
  graph: 'M4 9.5h5v5H4zM15 4h5v5h-5zM15 15h5v5h-5zM9 12h3M12 6.5v11M12 6.5h3M12 17.5h3',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  columns: 'M4 5h16v14H4zM9.3 5v14M14.7 5v14',
  tree: 'M5 4v14h5M5 10h5M13 7.5h6v5h-6zM13 15.5h6v5h-6z',
  filter: 'M4 5h16l-6 7.5V19l-4-2v-4.5z',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  fullScreen: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
  minus: 'M5 12h14',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  down: 'M6 9.5l6 6 6-6',
  jobs: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4M12 13.2v2.6l2 1.2',
  failed: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9 9l6 6M15 9l-6 6',
} as const;

export type IconName = keyof typeof shapes;

interface IconProps {
  name: IconName;
  size?: number;
  className?: string;
}

// Icon is decorative: the text next to it, or the label of its button, has the meaning.
export function Icon({ name, size = 18, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
