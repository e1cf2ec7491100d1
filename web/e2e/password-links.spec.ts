import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectNoViolationsInBothThemes } from './axe';
import { test as base, expect } from './fixtures';
import { MailServer, linkIn } from './mailServer';
import { login } from './seed';
import { administrator, startServer } from './server';

interface Fixtures {
  mail: MailServer;
}

const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright needs the pattern
  mail: async ({}, use) => {
    const mail = await MailServer.start();
    await use(mail);
    await mail.stop();
  },
  server: async ({ withSample, mail }, use) => {
    const server = await startServer({ withSample, flags: mail.flags });
    await use(server);
    await server.stop();
  },
});

const chosen = 'four words that match nothing';

// choosePassword fills in the form of a link.
async function choosePassword(page: Page, password = chosen): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password, again').fill(password);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
}

// elsewhere is the browser of another person.
const elsewhere = async (browser: Browser, baseURL: string) => (await browser.newContext({ baseURL })).newPage();

test('an administrator invites a user, who opens the link and is signed in', { tag: '@core' }, async ({ app, browser, server }) => {
  await app.goto('/admin/users');
  await app.getByRole('button', { name: 'Create user' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create user' });
  await dialog.getByLabel('E-mail').fill('ann@example.com');
  await dialog.getByLabel('First name').fill('Ann');
  await dialog.getByLabel('Last name').fill('Ames');
  await dialog.getByLabel('Send the link by mail').uncheck();
  await expectNoViolationsInBothThemes(app);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  const invited = app.getByRole('dialog', { name: 'The user is invited' });
  await expect(invited.getByRole('button', { name: 'Copy link' })).toBeFocused();
  const link = await invited.getByText(/\/invitation#mrl_/).innerText();
  await expectNoViolationsInBothThemes(app);
  await invited.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByRole('row', { name: /Ann Ames/ })).toBeVisible();
  expect(await app.content()).not.toContain('mrl_');

  const page = await elsewhere(browser, server.address);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Default');
  await expect(page.getByLabel('E-mail')).toHaveValue('ann@example.com');
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.reload(); // looking at a link does not use it
  await choosePassword(page, 'qwertyuiop');
  await expect(page.getByRole('alert')).toContainText('most common');
  await choosePassword(page);
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('button', { name: 'User menu of Ann Ames' })).toBeVisible();
  expect(requested.filter((line) => line.includes('mrl_'))).toEqual([]);

  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('The link is not valid');
  await expectAccessible(page);
  await page.context().close();
});

test('a forgotten password is replaced through a mail, which ends other sessions', { tag: '@core' }, async ({ page, seed, server, mail }) => {
  const person = await seed.person('Bruno');
  const token = await login(server.address, person);
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(person.email);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expectAccessible(page);

  const answers: string[] = [];
  for (const email of ['nobody@example.com', person.email]) {
    await page.goto('/forgot-password');
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText('Look into your mail');
    answers.push(await page.locator('main').innerText());
  }
  expect(answers[0]).toBe(answers[1]);
  await expectAccessible(page);

  const received = await mail.next();
  expect(received.to).toBe(person.email);
  await page.goto(linkIn(received));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByLabel('New password, again').fill('something else');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The two new passwords differ');
  await choosePassword(page);
  await expect(page).toHaveURL(/\/projects$/);
  const response = await fetch(`${server.address}/api/v1/environments`, { headers: { Authorization: `Bearer ${token}` } });
  expect(response.status).toBe(401);
});

test('an administrator mails a link from the list of users, and works with the keyboard', async ({ app, seed, mail }) => {
  const person = await seed.person('Bruno');
  await app.goto('/admin/users');
  await app.getByRole('button', { name: 'Password link for Bruno Example' }).press('Enter');
  const dialog = app.getByRole('dialog', { name: 'Password link for Bruno Example' });
  await expect(dialog.getByLabel(`Send the link to ${person.email}`)).toBeChecked();
  await expectNoViolationsInBothThemes(app);
  await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
  await expect(dialog.getByText(`A mail with the link was sent to ${person.email}`)).toBeVisible();
  expect(linkIn(await mail.next())).toContain('/reset-password#mrl_');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await app.getByRole('button', { name: 'Password link for Bruno Example' }).click();
  await dialog.getByLabel(`Send the link to ${person.email}`).uncheck();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText(/\/reset-password#mrl_/)).toBeVisible();
  await expectNoViolationsInBothThemes(app);
});

base('without a mail server nobody is offered a mail', async ({ page, app }) => {
  await app.goto('/admin/users');
  await app.getByRole('button', { name: 'Create user' }).click();
  await expect(app.getByLabel('Send the link by mail')).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(administrator.email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0);
});
