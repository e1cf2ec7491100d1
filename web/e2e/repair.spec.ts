import type { Page } from '@playwright/test';
import { expect, openProjects, test } from './fixtures';
import { tabTo } from './keys';
import { archive, awaitRun, projectFiles } from './project';
import { GitRemote } from './repository';
import { firstWorkspace } from './workspace';

const intact = "SELECT o.id,\n  cast('7' AS integer) AS amount\nFROM {{ ref('CORE', 'ORDERS') }} AS o";
const broken = intact.replace("'7'", "'seven'");
const message = "Could not convert string 'seven' to INT32";

// deploy goes through the pages of a deployment, from the choice of the commit to its end.
async function deploy(app: Page): Promise<void> {
  await app.getByRole('button', { name: 'Continue' }).click();
  await app.getByRole('button', { name: 'Make plan' }).click();
  await app.getByRole('button', { name: /^Deploy \d+ changes?$/ }).click();
  await expect(app.locator('[data-result="completed"]')).toContainText('Deployed to Production');
}

// retype replaces the end of the word before the closing quote in the line with cast, in the editor of FCT_ORDER.
async function retype(app: Page, { from, to }: { from: string; to: string }): Promise<void> {
  const line = app.getByRole('textbox', { name: 'SQL of FCT_ORDER' }).locator('.cm-line', { hasText: 'cast(' });
  await expect(line).toContainText(`'${from}'`);
  await line.click();
  await app.keyboard.press('Home');
  await replaceInLine(app, { from, to });
  await expect(line).toContainText(`'${to}'`);
}

// replaceInLine replaces the text after cast(' in the line of the cursor, which is at its start.
async function replaceInLine(app: Page, { from, to }: { from: string; to: string }): Promise<void> {
  for (let key = 0; key < "cast('".length; key++) await app.keyboard.press('ArrowRight');
  for (let key = 0; key < from.length; key++) await app.keyboard.press('Shift+ArrowRight');
  await app.keyboard.type(to);
}

// showError goes to the error of a run that failed while it was watched; a run that is opened later shows it at once.
async function showError(app: Page): Promise<void> {
  const heading = app.getByRole('heading', { name: 'CORE.FCT_ORDER' });
  const link = app.getByRole('link', { name: 'Go to the error' });
  await expect(heading.or(link).first()).toBeVisible();
  if (await link.isVisible()) await link.click();
  await expect(heading).toBeVisible();
}

async function commitAndPlan(app: Page, text: string): Promise<void> {
  await app.keyboard.press('ControlOrMeta+s');
  await expect(app.getByText('Saved as version')).toBeAttached();
  await app.getByRole('link', { name: 'Changes', exact: true }).click();
  await app.getByLabel('Message').fill(text);
  await app.getByRole('button', { name: 'Commit 1 change' }).click();
  await app.getByRole('link', { name: 'Deploy to Production' }).click();
  await expect(app.getByRole('radio', { name: new RegExp(text) })).toBeChecked();
}

test('a project is imported, deployed and run; a node is broken, understood, fixed and re-run until it is green', { tag: '@core' }, async ({ app, server }) => {
  const remote = GitRemote.of(server, projectFiles({ FCT_ORDER: intact }));
  await openProjects(app);
  await app.getByRole('button', { name: 'Import from git' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create project' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByLabel('Repository').fill(remote.address);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await app.getByRole('button', { name: 'Open project' }).click();

  // Plan, deploy, run.
  await app.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Deploy' }).click();
  await app.getByRole('button', { name: 'Create environment' }).click();
  const create = app.getByRole('dialog', { name: 'Create environment' });
  await create.getByLabel('Name').fill('Production');
  await create.getByRole('button', { name: 'Create environment' }).click();
  await app.getByRole('link', { name: 'Deploy to Production' }).click();
  await deploy(app);
  await app.getByRole('button', { name: 'Run Production' }).click();
  await expect(app.getByText('5 nodes complete.')).toBeVisible();

  // Break a node.
  await app.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Shop' }).click();
  await app.getByRole('link', { name: /^Build in/ }).click();
  await app.locator('[data-node="FCT_ORDER"]').click();
  await app.getByRole('complementary', { name: 'FCT_ORDER' }).getByRole('link', { name: 'Open node' }).click();
  await retype(app, { from: '7', to: 'seven' });
  await commitAndPlan(app, 'Amounts in words');
  await deploy(app);
  await app.getByRole('button', { name: 'Run Production' }).click();

  // The page of the run says why it failed.
  await expect(app.getByText('3 complete, 1 failed, 1 skipped')).toBeVisible();
  await showError(app);
  await expect(app.getByText(message).first()).toBeVisible();
  await expect(app.locator('[data-hot]')).toHaveText([/cast\('seven' AS integer\)/, /cast\('seven' AS integer\)/]); // in the file and in the statement
  const failed = new URL(app.url()).pathname;

  // Fix it, deploy it, and run only what failed.
  await app.getByRole('link', { name: 'Edit node' }).click();
  await retype(app, { from: 'seven', to: '7' });
  await commitAndPlan(app, 'Amounts are numbers again');
  await deploy(app);
  await app.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Runs/ }).click();
  await app.getByRole('region', { name: '1 unresolved failure' }).getByRole('link', { name: /^Run \d+$/ }).click();
  await expect(app).toHaveURL(new RegExp(failed));
  await app.getByRole('button', { name: 'Re-run 2 nodes from failure' }).click();
  await expect(app.getByText('2 nodes complete.')).toBeVisible();
  await app.goto(failed);
  await expect(app.getByText('Repaired by')).toBeVisible();
});

test('a failed run is repaired without a mouse', async ({ app, seed, server }) => {
  const remote = GitRemote.of(server, projectFiles({ FCT_ORDER: broken }));
  const project = await seed.post<{ id: string }>('/api/v1/projects', { name: 'Shop', platformKind: 'duckdb', gitRepo: remote.address });
  await seed.post(`/api/v1/projects/${project.id}/import`, { workspaceName: 'ann' });
  const environment = await seed.environment(project.id, 'Production');
  const plan = await seed.post<{ id: string }>(`/api/v1/environments/${environment.id}/plans`, archive(projectFiles({ FCT_ORDER: broken })));
  const deployed = await seed.post<{ runCounter: number }>(`/api/v1/plans/${plan.id}/deploy`, {});
  await awaitRun(seed, `${deployed.runCounter}`, 'completed');
  const run = await seed.post<{ runCounter: number }>('/scheduler/startRun', { runDetails: { environmentID: environment.id } });
  await awaitRun(seed, `${run.runCounter}`, 'failed');
  const { id: workspace } = await firstWorkspace(seed, project.id);

  await app.goto(`/runs/${run.runCounter}`);
  await expect(app.getByText(message).first()).toBeVisible();
  await expect(app.getByRole('link', { name: 'Edit node' })).toBeVisible();
  await app.keyboard.press('e');
  await expect(app).toHaveURL(new RegExp(`/workspaces/${workspace}/nodes/`));
  await expect(app.locator('.cm-line', { hasText: 'cast(' })).toBeVisible();
  await tabTo(app, /^SQL of FCT_ORDER$/);
  await app.keyboard.press('ControlOrMeta+Home');
  const before = projectFiles({ FCT_ORDER: broken })['nodes/CORE-FCT_ORDER.sql']!.split('\n').findIndex((line) => line.includes('cast('));
  for (let line = 0; line < before; line++) await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Home');
  await replaceInLine(app, { from: 'seven', to: '7' });
  await app.keyboard.press('ControlOrMeta+s');
  await expect(app.getByText('Saved as version')).toBeAttached();

  // Escape, then Tab, leaves the text editor.
  await app.keyboard.press('Escape');
  await tabTo(app, /^Changes$/);
  await app.keyboard.press('Enter');
  await expect(app.getByRole('button', { name: 'Commit 1 change' })).toBeVisible();
  await tabTo(app, /^Message/);
  await app.keyboard.type('Amounts are numbers');
  await app.keyboard.press('Control+Enter');
  await expect(app.getByRole('region', { name: 'Commit and deploy' })).toContainText('Committed');
  await tabTo(app, /^Deploy to Production$/);
  await app.keyboard.press('Enter');
  await expect(app.getByRole('radio', { name: /Amounts are numbers/ })).toBeChecked();
  for (const button of [/^Continue$/, /^Make plan$/, /^Deploy \d+ changes?$/]) {
    await expect(app.getByRole('button', { name: button })).toBeVisible();
    await tabTo(app, button);
    await app.keyboard.press('Enter');
  }
  await expect(app.locator('[data-result="completed"]')).toBeVisible();

  await app.keyboard.press('g');
  await app.keyboard.press('r');
  await expect(app.getByRole('region', { name: '1 unresolved failure' })).toBeVisible();
  await tabTo(app, new RegExp(`^Run ${run.runCounter}$`));
  await app.keyboard.press('Enter');
  await expect(app.getByRole('button', { name: 'Re-run 2 nodes from failure' })).toBeVisible();
  await app.keyboard.press('r');
  await expect(app.getByText('2 nodes complete.')).toBeVisible();
  await expect(app).not.toHaveURL(new RegExp(`/runs/${run.runCounter}\\b`));
});
