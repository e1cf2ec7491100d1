import { expect, test } from './fixtures';

test('the embedded DuckDB passes its connection test', async ({ app }) => {
  await app.goto('/admin/connections');
  const row = app.getByRole('row', { name: /default/ });
  await expect(row).toContainText('DuckDB');
  await row.getByRole('button', { name: /^Test/ }).click();
  const result = app.locator('[data-test-result]');
  await expect(result).toContainText('works');
  await expect(result).toContainText(/\d+ ms/);
});

test('a PostgreSQL connection is created, fails its test with a hint, and is deleted', async ({ app }) => {
  await app.goto('/admin/connections');
  await app.getByRole('button', { name: 'Create connection' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create connection' });
  await dialog.getByLabel('Name').fill('Warehouse');
  await dialog.getByLabel('Engine').selectOption('PostgreSQL');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('1');
  await dialog.getByLabel('Database').fill('warehouse');
  await dialog.getByLabel('User').fill('loader');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('a sealed secret');
  await dialog.getByLabel('Worker label').fill('eu');
  await dialog.getByLabel('Runs at once').fill('4');
  await dialog.getByRole('button', { name: 'Create connection' }).click();
  const row = app.getByRole('row', { name: /Warehouse/ }).first();
  await expect(row).toContainText('password stored');

  await row.getByRole('button', { name: 'Test Warehouse' }).click();
  const result = app.locator('[data-test-result]');
  await expect(result).toContainText('Warehouse does not work');
  await expect(result).toContainText(/\d+ ms/);
  expect(await app.content()).not.toContain('a sealed secret');

  await app.getByRole('button', { name: 'Edit connection Warehouse' }).click();
  const edit = app.getByRole('dialog', { name: 'Edit connection Warehouse' });
  await expect(edit.getByLabel('Worker label')).toHaveValue('eu');
  await expect(edit.getByLabel('Runs at once')).toHaveValue('4');
  await edit.getByRole('button', { name: 'Cancel' }).click();

  await app.getByRole('button', { name: 'Delete connection Warehouse' }).click();
  const confirm = app.getByRole('dialog', { name: 'Delete connection Warehouse?' });
  await expect(confirm).toContainText('1 stored password');
  await confirm.getByRole('button', { name: 'Delete connection' }).click();
  await expect(app.getByRole('row', { name: /Warehouse/ })).toHaveCount(0);
});

test('the default connection cannot be deleted, and the dialog says why', async ({ app }) => {
  await app.goto('/admin/connections');
  await app.getByRole('row', { name: /default/ }).getByRole('button', { name: /^Delete/ }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete connection' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/Request \S+/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.getByRole('row', { name: /default/ })).toBeVisible();
});

test('a DuckLake connection asks for an object store if the data path is in one', async ({ app }) => {
  await app.goto('/admin/connections');
  await app.getByRole('button', { name: 'Create connection' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create connection' });
  await dialog.getByLabel('Name').fill('Lakeside');
  await dialog.getByLabel('Engine').selectOption('DuckLake');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('1');
  await dialog.getByLabel('Database').fill('catalog');
  await dialog.getByLabel('User').fill('loader');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('a sealed secret');
  await dialog.getByLabel('Data path').fill('lake');
  await expect(dialog.getByLabel('Access key ID')).toHaveCount(0);
  await dialog.getByLabel('Data path').fill('s3://bucket/lake');
  await dialog.getByLabel('Access key ID').fill('KEYID');
  await dialog.getByRole('textbox', { name: 'Secret access key' }).fill('a second secret');
  await dialog.getByLabel('Region').fill('eu-central-1');
  await dialog.getByRole('button', { name: 'Create connection' }).click();
  const row = app.getByRole('row', { name: /Lakeside/ }).first();
  await expect(row).toContainText('DuckLake');

  await row.getByRole('button', { name: 'Test Lakeside' }).click();
  await expect(app.locator('[data-test-result]')).toContainText('Lakeside does not work');
  expect(await app.content()).not.toContain('a second secret');

  await app.getByRole('button', { name: 'Edit connection Lakeside' }).click();
  const editing = app.getByRole('dialog', { name: 'Edit connection Lakeside' });
  await expect(editing.getByLabel('Data path')).toHaveValue('s3://bucket/lake');
  await expect(editing.getByLabel('Region')).toHaveValue('eu-central-1');
  await editing.getByRole('button', { name: 'Cancel' }).click();

  await app.getByRole('button', { name: 'Delete connection Lakeside' }).click();
  await app.getByRole('dialog', { name: 'Delete connection Lakeside?' }).getByRole('button', { name: 'Delete connection' }).click();
  await expect(app.getByRole('row', { name: /Lakeside/ })).toHaveCount(0);
});

test('a Trino connection is created with a token, fails its test with a hint, and keeps its settings', async ({ app }) => {
  await app.goto('/admin/connections');
  await app.getByRole('button', { name: 'Create connection' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create connection' });
  await dialog.getByLabel('Name').fill('Cluster');
  await dialog.getByLabel('Engine').selectOption('Trino');
  await dialog.getByLabel('URL').fill('https://127.0.0.1:1');
  await dialog.getByLabel('User').fill('loader');
  await dialog.getByLabel('Catalog').fill('iceberg');
  await dialog.getByRole('textbox', { name: 'Or token (JWT)' }).fill('a sealed secret');
  await dialog.getByLabel('Session properties').fill('query_priority=2');
  await dialog.getByRole('button', { name: 'Create connection' }).click();
  const row = app.getByRole('row', { name: /Cluster/ }).first();
  await expect(row).toContainText('Trino');

  await row.getByRole('button', { name: 'Test Cluster' }).click();
  await expect(app.locator('[data-test-result]')).toContainText('No Trino server answers at 127.0.0.1:1', { timeout: 15_000 });
  expect(await app.content()).not.toContain('a sealed secret');

  await app.getByRole('button', { name: 'Edit connection Cluster' }).click();
  const editing = app.getByRole('dialog', { name: 'Edit connection Cluster' });
  await expect(editing.getByLabel('URL')).toHaveValue('https://127.0.0.1:1');
  await expect(editing.getByLabel('Session properties')).toHaveValue('query_priority=2');
  await editing.getByRole('button', { name: 'Cancel' }).click();

  await app.getByRole('button', { name: 'Delete connection Cluster' }).click();
  await app.getByRole('dialog', { name: 'Delete connection Cluster?' }).getByRole('button', { name: 'Delete connection' }).click();
  await expect(app.getByRole('row', { name: /Cluster/ })).toHaveCount(0);
});
