import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectNoViolations, viewsOf } from './axe';
import { expect, test } from './fixtures';
import { awaitRun } from './project';
import { Sample } from './sample';
import type { Seed } from './seed';
import { administrator } from './server';

test.use({ withSample: true });

interface Node {
  id: string;
  name: string;
  sql?: string;
  version: number;
  description: string;
  metadata: { columns: { name: string; transform: string; description: string }[] };
}

const nodes = `/api/v1/workspaces/${Sample.workspace}/nodes`;

async function nodeNamed(seed: Seed, name: string): Promise<Node> {
  const list = await seed.get<{ data: Node[] }>(`${nodes}?detail=true`);
  return list.data.find((node) => node.name === name)!;
}

async function open(page: Page, seed: Seed, name: string, search = ''): Promise<Node> {
  const [sample, node] = [await Sample.of(seed), await nodeNamed(seed, name)];
  await page.goto(`/projects/${sample.project}/workspaces/${Sample.workspace}/nodes/${node.id}${search}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return node;
}

const cell = (page: Page, row: string, key: string) => {
  const name = page.locator('td[data-key="name"]').getByText(row, { exact: true });
  return page.locator('tr', { has: name }).locator(`td[data-key="${key}"]`);
};

// type replaces the text of a cell with the keyboard.
async function type(page: Page, row: string, key: string, text: string): Promise<void> {
  await cell(page, row, key).click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

const hasDraft = () => Object.keys(localStorage).some((key) => key.startsWith('millrace-draft-'));

async function secondBrowser(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.request.post('/api/v1/auth/login', { data: administrator });
  return page;
}

// The page is another one at the width of a phone, so that each view may need a moment.
async function expectAccessibleEditor(page: Page, { isSimple = false } = {}): Promise<void> {
  const size = page.viewportSize()!;
  for (const { colorScheme, width, onlyColors } of viewsOf(size.width).slice(0, isSimple ? 2 : 4)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: size.height });
    await expect(() => expectNoViolations(page, `${colorScheme}, ${width} px`, { onlyColors })).toPass();
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
}

test('the grid and the text edit the same node', { tag: '@core' }, async ({ app, seed }) => {
  await open(app, seed, 'FCT_ORDER', '?tab=columns');
  await expect(app.getByRole('grid').getByRole('row')).toHaveCount(9);

  // In the grid: a transform, a description, a new column by paste, and undo.
  await type(app, 'amount', 'transform', 'cast(o.quantity * p.price AS decimal(14,2))');
  await expect(cell(app, 'amount', 'transform')).toHaveAttribute('data-changed');
  await type(app, 'ordered_on', 'description', 'As the shop says');
  await cell(app, 'quantity', 'description').click();
  await app.keyboard.press('ControlOrMeta+d');
  await expect(cell(app, 'quantity', 'description')).toHaveText('As the shop says');
  await app.keyboard.press('ControlOrMeta+z');
  await expect(cell(app, 'quantity', 'description')).toHaveText('');
  await app.keyboard.press('ControlOrMeta+Shift+z');
  await expect(cell(app, 'quantity', 'description')).toHaveText('As the shop says');
  await expect(app.getByText(/^\d+ unsaved change/)).toBeVisible();

  // The text has them, and nothing else changed.
  await app.getByRole('link', { name: 'SQL', exact: true }).click();
  const text = app.getByRole('textbox', { name: 'SQL of FCT_ORDER' });
  await expect(text).toContainText('cast(o.quantity * p.price AS decimal(14,2)) AS amount @testExpression("amount >= 0")');
  await expect(text).toContainText('o.quantity @description("As the shop says"),');

  // In the text: another column, which the grid shows.
  await text.click();
  await text.getByText('o.ordered_on', { exact: false }).first().click();
  await app.keyboard.press('Home');
  await app.keyboard.type('o.customer_id,');
  await app.keyboard.press('Enter');
  await app.getByRole('link', { name: 'Columns' }).click();
  await expect(cell(app, 'customer_id', 'transform')).toHaveText('o.customer_id');
  await app.keyboard.press('ControlOrMeta+s');
  await expect(app.getByText('Saved as version 2')).toBeAttached();

  const saved = await nodeNamed(seed, 'FCT_ORDER');
  expect(saved.sql).toMatch(/o\.customer_id,\s+o\.ordered_on @description\("As the shop says"\),\s+o\.quantity @description\("As the shop says"\),/);
  expect(saved.metadata.columns.find(({ name }) => name === 'amount')?.transform).toBe('cast(o.quantity * p.price AS decimal(14,2))');
});

test('a broken node shows the problem at its line until it is fixed, and then runs', async ({ app, seed }) => {
  const { runCounter } = await seed.post<{ runCounter: number }>('/scheduler/startRun', { runDetails: { environmentID: Sample.workspace } });
  await awaitRun(seed, `${runCounter}`, 'completed');
  const node = await open(app, seed, 'FCT_ORDER');
  await expect(app.getByRole('region', { name: 'Preview rows' })).toBeVisible();
  await expectAccessibleEditor(app);

  const text = app.getByRole('textbox', { name: 'SQL of FCT_ORDER' });
  await text.getByText('o.quantity,', { exact: true }).click();
  await app.keyboard.press('End');
  await app.keyboard.press('ArrowLeft');
  await app.keyboard.type('_sold');
  const box = app.locator('.cm-problem-box');
  await expect(box).toContainText('quantity_sold');
  await expect(app.locator('.cm-problem-line')).toContainText('o.quantity_sold');
  await expect(app.getByRole('button', { name: 'Run' })).toHaveAttribute('aria-disabled', 'true');
  await app.getByRole('link', { name: 'Problems 1' }).click();
  await expect(app.getByRole('list', { name: 'Problems' })).toContainText('quantity_sold');
  await expectNoViolations(app);

  // A draft survives a reload; a broken draft may be saved.
  await app.waitForFunction(hasDraft);
  app.on('dialog', (dialog) => void dialog.accept());
  await app.reload();
  await expect(app.getByText('This browser kept your unsaved changes')).toBeVisible();
  await expect(app.locator('.cm-problem-line')).toContainText('o.quantity_sold');
  await app.keyboard.press('ControlOrMeta+s');
  await expect(app.getByText('Saved as version 2')).toBeAttached();
  expect((await nodeNamed(seed, 'FCT_ORDER')).sql).toContain('quantity_sold');

  await text.getByText('o.quantity_sold', { exact: false }).first().click();
  await app.keyboard.press('End');
  await app.keyboard.press('ArrowLeft');
  for (let key = 0; key < '_sold'.length; key++) await app.keyboard.press('Backspace');
  await expect(box).toHaveCount(0);
  await app.keyboard.press('ControlOrMeta+s');
  await expect(app.getByText('Saved as version 3')).toBeAttached();
  expect((await nodeNamed(seed, 'FCT_ORDER')).sql).toBe(node.sql);
  await app.getByRole('button', { name: 'Run' }).click();
  await expect(app.getByRole('link', { name: `Complete in run ${runCounter + 1}` })).toBeVisible();
});

test('a save on its way, a reload and another version take nothing away', async ({ app, seed }) => {
  const node = await open(app, seed, 'FCT_ORDER');
  const text = app.getByRole('textbox', { name: 'SQL of FCT_ORDER' });
  const unsaved = app.getByText('1 unsaved change', { exact: true });

  // The user goes on typing while a save is on its way.
  const save: { go?: () => void } = {};
  const held = new Promise<void>((resolve) => {
    save.go = resolve;
  });
  await app.route(`**${nodes}/${node.id}`, async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await text.click();
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type('-- one');
  const sent = app.waitForRequest((request) => request.method() === 'PUT');
  await app.keyboard.press('ControlOrMeta+s');
  await sent;
  await app.keyboard.type(' two');
  save.go?.();
  await expect(app.getByText('Saved as version 2')).toBeAttached();
  await expect(text).toContainText('-- one two');
  await expect(unsaved).toBeVisible();
  expect((await nodeNamed(seed, 'FCT_ORDER')).sql).toMatch(/-- one$/);
  await app.keyboard.press('ControlOrMeta+s');
  await expect(app.getByText('Saved as version 3')).toBeAttached();

  // A draft ends with its last change.
  await app.keyboard.type('!');
  await app.waitForFunction(hasDraft);
  await app.keyboard.press('Backspace');
  await expect(unsaved).toHaveCount(0);
  expect(await app.evaluate(hasDraft)).toBe(false);

  // Undo does not take back what someone else saved.
  const { sql } = await nodeNamed(seed, 'FCT_ORDER');
  await seed.put(`${nodes}/${node.id}`, { id: node.id, name: 'FCT_ORDER', nodeType: 'Fact', sql: `${sql} of theirs` });
  await app.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(text).toContainText('two of theirs');
  await expect(app.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await app.keyboard.press('ControlOrMeta+z');
  await expect(text).toContainText('of theirs');

  // A reload in the middle of an edit asks, and the edit is kept.
  await app.getByRole('link', { name: 'Columns' }).click();
  await cell(app, 'amount', 'description').click();
  await app.keyboard.type('Half a sen');
  const isAllowed = await app.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(isAllowed).toBe(false);
  await expect(cell(app, 'amount', 'description')).toHaveText('Half a sen');

  // Another user of this browser does not get the draft.
  await app.waitForFunction(hasDraft);
  const person = await seed.person('Rea');
  await seed.put(`/api/v2/userRoles/${person.id}/projects/${(await Sample.of(seed)).project}`, { role: 'projectContributor' });
  await app.request.post('/api/v1/auth/session', { data: { email: person.email, password: person.password } });
  app.on('dialog', (question) => void question.accept());
  await open(app, seed, 'FCT_ORDER');
  await expect(text).toContainText('of theirs');
  await expect(app.getByText(/^(?:\d+ unsaved change|This browser kept)/)).toHaveCount(0);
});

test('two people who edit one node lose nothing', async ({ app, seed, browser, server }) => {
  const other = await secondBrowser(browser, server.address);
  await open(app, seed, 'STG_ORDERS', '?tab=columns');
  await open(other, seed, 'STG_ORDERS', '?tab=columns');
  await type(app, 'order_id', 'description', 'Number of the order');
  await type(app, 'quantity', 'description', 'My words');
  await expect(app.getByText(/^\d+ unsaved change/)).toBeVisible();
  await type(other, 'quantity', 'description', 'Their words');
  await other.keyboard.press('ControlOrMeta+s');
  await expect(other.getByText('Saved as version 2')).toBeAttached();

  await app.keyboard.press('ControlOrMeta+s');
  const dialog = app.getByRole('dialog', { name: 'Two versions of STG_ORDERS' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy my version' })).toBeVisible();
  await expectNoViolations(app);
  await app.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(app);
  await expect(dialog.getByRole('button', { name: 'Choose 1 side' })).toBeDisabled();
  // The own side can be edited first: the dialog leads to the field, and comes back with the next save.
  await dialog.getByRole('button', { name: 'Edit yours first' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(app.locator('.cm-activeLine')).toContainText('My words');
  await app.keyboard.press('ControlOrMeta+s');
  await dialog.getByRole('radio', { name: /Yours/ }).check();
  await dialog.getByRole('button', { name: 'Save the merged version' }).click();
  await expect(dialog).toHaveCount(0);
  const { metadata } = await nodeNamed(seed, 'STG_ORDERS');
  const described = Object.fromEntries(metadata.columns.map(({ name, description }) => [name, description]));
  expect(described).toMatchObject({ order_id: 'Number of the order', quantity: 'My words' });
  // The other browser follows when it gets the focus, because it has no draft.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(cell(other, 'quantity', 'description')).toHaveText('My words');
  await other.context().close();
});

test('a node is created from others, configured, renamed with its references, and deleted', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const orders = await nodeNamed(seed, 'STG_ORDERS');
  await app.goto(`/projects/${sample.project}/workspaces/${Sample.workspace}/nodes/new?from=${orders.id}`);
  const reads = app.getByRole('group', { name: 'Nodes that it reads' });
  await expect(reads.getByRole('checkbox', { name: 'STAGE.STG_ORDERS' })).toBeChecked();
  await expect(reads).toHaveAccessibleDescription(/Chosen: STAGE\.STG_ORDERS\./);
  await expectAccessible(app, { isSimple: true });
  await app.getByRole('combobox', { name: 'Node type' }).selectOption('Fact · mapping · library');
  await app.getByRole('textbox', { name: 'Name', exact: true }).fill('FCT_NEW');
  await app.getByRole('button', { name: 'Create the node' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'FCT_NEW' })).toBeVisible();

  // The form comes from the node type; a condition that is not met says so.
  await app.getByRole('link', { name: 'Options' }).click();
  await expect(app.getByText('Not available: it needs node.isMultisource.')).toBeVisible();
  await app.getByText('view', { exact: true }).click();
  await expect(app.getByText("Not available: it needs node.materializationType != 'view'.").first()).toBeVisible();
  await expectAccessibleEditor(app, { isSimple: true });
  await app.getByText('table', { exact: true }).click();
  await app.getByRole('link', { name: 'Columns' }).click();
  await cell(app, 'ordered_on', 'name').click();
  await app.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'ordered_on\tDATE\nstate\tINTEGER\tabs("STG_ORDERS"."quantity")');
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(cell(app, 'state', 'transform')).toContainText('abs(');
  await app.keyboard.press('ControlOrMeta+s');
  await expect(app.getByText('Saved as version 3')).toBeAttached();
  expect((await nodeNamed(seed, 'FCT_NEW')).metadata.columns.map(({ name }) => name)).toContain('state');

  // Leaving in the middle of an edit asks too, and the edit is part of the draft.
  await cell(app, 'state', 'description').click();
  await app.keyboard.type('Half a sen');
  await app.goBack();
  const half = app.getByRole('dialog', { name: '1 unsaved change of FCT_NEW' });
  await half.getByRole('button', { name: 'Stay' }).click();
  await expect(cell(app, 'state', 'description')).toHaveText('Half a sen');

  // Leaving with a draft asks.
  await type(app, 'state', 'description', 'Words');
  await app.getByRole('link', { name: 'Runs', exact: true }).click();
  const leave = app.getByRole('dialog', { name: '1 unsaved change of FCT_NEW' });
  await leave.getByRole('button', { name: 'Discard them' }).click();
  await expect(app).toHaveURL(/\/runs$/);

  await open(app, seed, 'STG_ORDERS');
  await app.getByRole('button', { name: 'More about STG_ORDERS' }).click();
  await app.getByRole('menuitem', { name: 'Rename or move…' }).click();
  const rename = app.getByRole('dialog', { name: 'Rename STG_ORDERS' });
  await expect(rename).toContainText('2 nodes read it; their references are changed');
  await rename.getByLabel('Name').fill('STG_SALES');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'STG_SALES' })).toBeVisible();
  expect((await nodeNamed(seed, 'FCT_ORDER')).sql).toContain("ref('STAGE', 'STG_SALES')");

  await app.getByRole('button', { name: 'More about STG_SALES' }).click();
  await app.getByRole('menuitem', { name: 'Delete node…' }).click();
  const remove = app.getByRole('dialog', { name: 'Delete STG_SALES?' });
  await expect(remove).toContainText('2 nodes read it and get errors');
  await remove.getByRole('button', { name: 'Delete STG_SALES' }).click();
  await expect(app).toHaveURL(/\/build$/);
  expect(await nodeNamed(seed, 'STG_SALES')).toBeUndefined();
});

test('problems have fixes and F8 goes to them; nodes, columns and annotations are completed', async ({ app, seed }) => {
  const node = await nodeNamed(seed, 'FCT_ORDER');
  const sql = node.sql!.replace('o.quantity,', 'o.quantiy,').replace("ref('CORE', 'DIM_PRODUCT')", "ref('CORE', 'DIM_PRODCT')");
  await seed.put(`${nodes}/${node.id}`, { ...node, sql, metadata: undefined });
  await open(app, seed, 'FCT_ORDER', '?tab=columns');
  const text = app.getByRole('textbox', { name: 'SQL of FCT_ORDER' });
  const problems = app.getByRole('link', { name: /^Problems [1-9]/ });
  await expect(problems).toBeVisible();

  // F8 opens the text at the first problem; there it goes on from the cursor.
  await app.keyboard.press('F8');
  await expect(text).toBeFocused();
  await expect(app.locator('.cm-activeLine')).toContainText('o.quantiy');
  await expectNoViolations(app);
  await app.keyboard.press('F8');
  await expect(app.locator('.cm-activeLine')).toContainText('DIM_PRODCT');
  await app.keyboard.press('ControlOrMeta+.');
  await expect(text).toContainText("ref('CORE', 'DIM_PRODUCT')");
  await expect(app.getByRole('button', { name: /^Use o\.quantity/ })).toHaveCount(1);
  await app.getByRole('button', { name: /^Use o\.quantity/ }).click();
  await expect(text).toContainText('o.quantity,');
  await expect(app.getByRole('link', { name: 'Problems 0' })).toBeVisible();

  // Completion: a column of the relation, a node in a ref, an annotation.
  const list = app.getByRole('listbox');
  // A list ignores keys in its first moments.
  const complete = (result: string) =>
    expect(async () => {
      await app.keyboard.press('Tab');
      await expect(app.locator('.cm-activeLine')).toContainText(result, { timeout: 500 });
    }).toPass();
  await text.getByText('o.quantity,', { exact: true }).click();
  await app.keyboard.press('End');
  await app.keyboard.press('Enter');
  await app.keyboard.type('o.cust');
  await expect(list.getByRole('option', { name: /^customer_id/ })).toBeVisible();
  await expectNoViolations(app);
  await complete('o.customer_id');
  await app.keyboard.type(' @testNotN');
  await expect(list.getByRole('option', { name: 'testNotNull' })).toBeVisible();
  await complete('@testNotNull');
  await app.keyboard.type(',');
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type("-- ");
  await app.keyboard.press('Enter');
  await app.keyboard.type("{{ ref('DIM_CUS");
  await expect(list.getByRole('option', { name: /^CORE\.DIM_CUSTOMER/ })).toBeVisible();
  await complete("ref('CORE', 'DIM_CUSTOMER");
});
