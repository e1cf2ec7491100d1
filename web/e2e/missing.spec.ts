import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { deployedProject } from './project';

const unknown = '00000000-0000-4000-8000-000000000000';

test('the page of an object that does not exist says so in its heading', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  for (const [address, name] of [
    [`/admin/webhooks/${unknown}`, `Webhook ${unknown} does not exist`],
    [`/schedules/${unknown}`, `Schedule ${unknown} does not exist`],
    ['/runs/999', 'Run 999 does not exist'],
    [`/catalog/${orders.environment.id}/columns/CORE.NOBODY/id`, 'Node CORE.NOBODY does not exist'],
    [`/catalog/${orders.environment.id}/columns/CORE.ORDERS/nobody`, 'Column CORE.ORDERS.nobody does not exist'],
    ['/catalog/999/columns/CORE.ORDERS/id', 'Environment 999 does not exist'],
  ] as const) {
    await app.goto(address);
    await expect(app.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectNoViolations(app);
  }
});
