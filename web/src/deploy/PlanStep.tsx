import { planQuery } from '../api/plans';
import { useLive } from '../environments/useLive';
import { QueryView } from '../ui/QueryView';
import { PlanReview } from './review/PlanReview';
import type { WizardContext } from './Wizard';

// PlanStep shows the plan of the address.
export function PlanStep(context: WizardContext) {
  const plan = useLive(planQuery(context.search.plan ?? ''), () => false);
  return <QueryView query={plan}>{(loaded) => <PlanReview plan={loaded} {...context} />}</QueryView>;
}
