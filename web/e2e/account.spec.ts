import { expect, signIn, test } from './fixtures';
import { listEnvironments, login } from './seed';

test('changing the password revokes all tokens and signs out', async ({ page, seed, server }) => {
  const person = await seed.person('Bruno');
  const token = await login(server.address, person);
  await signIn(page, person);
  await page.getByRole('button', { name: /^User menu of Bruno/ }).click();
  await page.getByRole('menuitem', { name: 'Account', exact: true }).click();
  await expect(page.getByText('Changing your password revokes all your access tokens')).toBeVisible();
  await expect(page.getByText(/^\d+ tokens? will be revoked/)).toBeVisible();

  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByLabel('New password', { exact: true }).fill('a brand new password');
  await page.getByLabel('New password, again', { exact: true }).fill('a brand new password');
  await page.getByRole('button', { name: 'Change password and sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your password was changed')).toBeVisible();
  expect((await listEnvironments(server.address, token)).status).toBe(401);

  await signIn(page, { email: person.email, password: 'a brand new password' });
});

test('a wrong current password is rejected and the page stays open', async ({ page, seed, server }) => {
  const person = await seed.person('Bruno');
  const token = await login(server.address, person);
  await signIn(page, person);
  await page.goto('/account');
  await page.getByLabel('Current password', { exact: true }).fill('not the password');
  await page.getByLabel('New password', { exact: true }).fill('a brand new password');
  await page.getByLabel('New password, again', { exact: true }).fill('a brand new password');
  await page.getByRole('button', { name: 'Change password and sign out' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Request' })).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
  expect((await listEnvironments(server.address, token)).status).toBe(200);
});

test('two different new passwords are not sent', async ({ app }) => {
  await app.goto('/account');
  await app.getByLabel('Current password', { exact: true }).fill('any current password');
  await app.getByLabel('New password', { exact: true }).fill('a brand new password');
  await app.getByLabel('New password, again', { exact: true }).fill('a brand new passwort');
  await app.getByRole('button', { name: 'Change password and sign out' }).click();
  await expect(app.getByText('The two new passwords differ')).toBeVisible();
});
