import type { IconName } from '../ui/Icon';
import type { Tone } from '../runs/status';

// CardLook is what a card shows about the state of its node, beside its name and type.
export interface CardLook {
  tone: Tone;
  icon: IconName;
  label: string;
  // Such as the number of rows.
  detail?: string;
  // Such as the duration.
  time?: string;
}

export type Looks = Map<string, CardLook>;
