import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible, expectNoViolations } from './axe';
import { expect, test } from './fixtures';

interface Receiver {
  url: string;
  received: () => number;
  close: () => Promise<void>;
}

// startReceiver starts what a webhook is sent to. It accepts every message.
async function startReceiver(): Promise<Receiver> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      count += 1;
      response.end('thank you');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: () => count,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

test('a webhook is created, tested, replayed, changed, rotated and deleted', { tag: '@core' }, async ({ app }) => {
  const receiver = await startReceiver();
  await app.goto('/admin/webhooks');
  await expect(app.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await app.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('URL').fill(receiver.url);
  await dialog.getByLabel('Description').fill('Alerts');
  await expect(dialog.getByLabel('run.failed')).toBeChecked();
  await expectNoViolations(app);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  const secret = await dialog.getByText(/^whsec_/).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await app.content()).not.toContain(secret);
  await expectAccessible(app, { isSimple: true });

  await app.getByRole('link', { name: 'Alerts' }).click();
  await app.getByRole('button', { name: 'Send a test' }).click();
  const row = app.getByRole('region', { name: 'Deliveries' }).getByRole('row').nth(1);
  await expect(row).toContainText('Delivered');
  await expect(row).toContainText('status 200');
  await row.getByRole('button', { expanded: false }).click();
  await expect(app).toHaveURL(/delivery=/);
  await expect(app.getByText('thank you')).toBeVisible();
  await expectAccessible(app, { isSimple: true });
  await row.getByRole('button', { name: /^Send .* again$/ }).click();
  await expect.poll(receiver.received).toBe(2);
  await expect(row).toContainText('Delivered');

  await app.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Description').fill('Alarms');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible();
  await app.getByRole('button', { name: 'Pause' }).click();
  await expect(app.getByText('Paused', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(dialog.getByText(/^whsec_/)).not.toHaveText(secret);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await app.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(dialog).toContainText('its log of 1 delivery');
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(app.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await receiver.close();
});
