import type { Page } from '@playwright/test';
import { expectNoViolationsInBothThemes } from './axe';
import { expect, openProjects, test } from './fixtures';
import { administrator } from './server';

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

async function signInAgain(page: Page, person = administrator): Promise<void> {
  await again(page).getByLabel('E-mail').fill(person.email);
  await again(page).getByLabel('Password', { exact: true }).fill(person.password);
  await again(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(again(page)).toHaveCount(0);
}

test('a session that has ended asks for the password, and the page keeps what was typed', async ({ app, context }) => {
  await app.goto('/admin/users');
  await app.getByRole('button', { name: 'Create user' }).click();
  const form = app.getByRole('dialog', { name: 'Create user' });
  await form.getByLabel('First name').fill('Rea');
  await form.getByLabel('Last name').fill('Example');
  await form.getByLabel('E-mail').fill('rea@example.com');
  await form.getByLabel('Set a first password').check();
  await form.getByLabel(/^First password/).fill('the password of Rea');
  await context.clearCookies();
  await form.getByRole('button', { name: 'Create user' }).click();

  // The address of the user is known. Nothing of the page can be seen or used meanwhile.
  await expect(again(app).getByLabel('E-mail')).toHaveValue(administrator.email);
  await expect(again(app).getByLabel('Password', { exact: true })).toBeFocused();
  await expectNoViolationsInBothThemes(app);
  await app.keyboard.press('Escape');
  await app.keyboard.press('Escape');
  await expect(again(app)).toBeVisible();
  await signInAgain(app);
  await expect(app).toHaveURL(/\/admin\/users$/);
  await expect(form.getByLabel('First name')).toHaveValue('Rea');
  await form.getByRole('button', { name: 'Create user' }).click();
  await expect(app.getByRole('row', { name: /Rea Example/ })).toBeVisible();

  // Another user does not get the page.
  await context.clearCookies();
  await app.getByRole('link', { name: 'Deploy' }).click();
  await signInAgain(app, { email: 'rea@example.com', password: 'the password of Rea' });
  await expect(app).toHaveURL(/\/first-password$/); // an administrator chose the password
  await expect(app.getByRole('heading', { level: 1, name: 'Choose a password' })).toBeVisible();
  await expect(app.getByRole('link', { name: 'Users' })).toHaveCount(0);
});

test('the user menu leads to the account and its tokens, and signs out in every tab', async ({ app, context }) => {
  await openProjects(app);
  const other = await context.newPage();
  await openProjects(other);
  const menu = app.getByRole('button', { name: /^User menu of / });
  await menu.click();
  await expectNoViolationsInBothThemes(app);
  await app.getByRole('menuitem', { name: 'Access tokens' }).click();
  await expect(app).toHaveURL(/\/account#tokens$/);
  await expect(app.getByRole('button', { name: 'Generate Access Token' })).toBeInViewport();
  await menu.click();
  await app.getByRole('menuitem', { name: 'Git accounts' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Git accounts' })).toBeVisible();
  await menu.click();
  await app.getByRole('menuitem', { name: 'Account', exact: true }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();

  // Without a connection it says that the session goes on.
  await context.setOffline(true);
  await menu.click();
  await app.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(app.getByRole('alert').filter({ hasText: 'You are still signed in: the server cannot be reached.' })).toBeVisible();
  await context.setOffline(false);
  await menu.click();
  await app.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(app.getByText('You are signed out.')).toBeVisible();
  await expect(other).toHaveURL(/\/login\?next=%2Fprojects$/);
});
