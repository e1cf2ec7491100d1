import type { Plan, PlanDestruction, PlanEdit } from '../../api/plans';

export interface Change extends PlanEdit {
  group: string;
  sign: string;
  // LOCATION.NAME
  title: string;
}

// The groups in the order in which they are shown.
const groups: { title: string; sign: string; actions: string[] }[] = [
  { title: 'Delete', sign: '−', actions: ['delete'] },
  { title: 'Alter', sign: '~', actions: ['alter'] },
  { title: 'Rebuild', sign: '~', actions: ['rebuild'] },
  { title: 'Add', sign: '+', actions: ['add', 'adopt', 'recreate'] },
  { title: 'No change in the database', sign: '=', actions: ['metadata'] },
];

// changesOf returns the changes of a plan, by group and name.
export function changesOf({ phasedNodeEdits: edits }: Plan): Change[] {
  const all = [edits.deletedTable, edits.alteredTable, edits.addedTable].flatMap((phase) => Object.values(phase));
  return groups.flatMap(({ title, sign, actions }) =>
    all
      .filter(({ action }) => actions.includes(action))
      .map((edit) => ({ ...edit, group: title, sign, title: titleOf(edit) }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
  );
}

function titleOf({ name, locationName }: PlanEdit): string {
  return locationName && !name.startsWith(`${locationName}.`) ? `${locationName}.${name}` : name;
}

export interface Loss extends PlanDestruction {
  change: Change;
}

export function lossesOf(changes: Change[]): Loss[] {
  return changes.flatMap((change) => (change.destructive ?? []).map((lost) => ({ ...lost, change })));
}

export const isBreaking = ({ category }: Change) => category === 'breaking';

export const lossKey = ({ object, what, column = '' }: PlanDestruction) => `${object} ${what} ${column}`;

// lossNumber formats what is lost: rows of a table, or values of a column.
export function lossNumber({ what, rows }: PlanDestruction): string {
  if (rows === undefined) return 'not counted';
  const noun = what === 'table' ? (rows === 1 ? 'row' : 'rows') : rows === 1 ? 'value' : 'values';
  return `${rows.toLocaleString('en')} ${noun}`;
}

// requiredConfirmation returns what the user has to type: the number of rows that are lost or, where the plan could not
// count or nothing is stored, the name of the environment.
export function requiredConfirmation(losses: Loss[], environment: string): { text: string; isNumber: boolean; what: string } {
  const tables = losses.filter(({ what }) => what === 'table');
  const counted = tables.length > 0 ? tables : losses;
  const total = counted.reduce((sum, { rows }) => sum + (rows ?? 0), 0);
  if (losses.some(({ rows }) => rows === undefined) || total === 0) {
    return { text: environment, isNumber: false, what: 'the name of the environment' };
  }
  return { text: String(total), isNumber: true, what: tables.length > 0 ? 'how many rows are lost' : 'how many values are lost' };
}

// isConfirmed accepts a number with or without separators.
export function isConfirmed(input: string, { text, isNumber }: { text: string; isNumber: boolean }): boolean {
  const typed = input.trim();
  return isNumber ? typed.replace(/[\s,.'’_]/g, '') === text : typed === text;
}
