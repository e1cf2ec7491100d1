import type { Page } from '@playwright/test';
import { expectAccessible, expectNoViolationsInBothThemes } from './axe';
import { test as base, expect } from './fixtures';
import { IdentityProvider, type ProviderUser, ann } from './identityProvider';
import type { Seed } from './seed';
import { administrator, startServer } from './server';

interface Fixtures {
  // The address of the organization's subdomain.
  subdomain: string;
  provider: IdentityProvider;
}

const test = base.extend<Fixtures>({
  server: async ({ withSample }, use) => {
    const server = await startServer({ withSample, flags: ['--organization', 'Acme', '--app-domain', 'localhost'] });
    await use(server);
    await server.stop();
  },
  subdomain: async ({ server }, use) => use(`http://acme.localhost:${new URL(server.address).port}`),
  provider: async ({ server, subdomain }, use) => {
    const provider = await IdentityProvider.start([`${subdomain}/login/callback`, `${server.address}/login/callback`]);
    await provider.control({ users: [ann] });
    await use(provider);
    await provider.stop();
  },
});

const settings = (provider: IdentityProvider, more: object = {}) => ({
  kind: 'oidc',
  issuer: provider.issuer,
  clientID: IdentityProvider.clientID,
  clientSecret: IdentityProvider.clientSecret,
  emailDomains: ['acme.example'],
  createsUsers: true,
  ...more,
});

const connect = (seed: Seed, provider: IdentityProvider, more: object = {}) => seed.put('/api/v1/identityProvider', settings(provider, more));

// signInAtProvider fills in the form of the provider.
async function signInAtProvider(page: Page, user: ProviderUser = ann): Promise<void> {
  await page.getByLabel('Username:').fill(user.username);
  await page.getByLabel('Password:').fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function signInOnSubdomain(page: Page, subdomain: string, user: ProviderUser = ann): Promise<void> {
  await page.goto(`${subdomain}/login`);
  await page.getByRole('link', { name: 'Continue with Acme single sign-on' }).click();
  await signInAtProvider(page, user);
}

// expectFailure expects the sign-in page with the reason, the code and the id of the request.
async function expectFailure(page: Page, title: string, code: string): Promise<void> {
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(title);
  await expect(alert).toContainText(new RegExp(`Code ${code}, request \\S+`));
}

test('a new user signs in on the subdomain and generates a token', { tag: '@core' }, async ({ page, seed, provider, subdomain }) => {
  await connect(seed, provider);
  await page.goto(`${subdomain}/deploy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Acme');
  await expect(page.getByLabel('E-mail')).toBeHidden();
  await expectNoViolationsInBothThemes(page);
  await page.getByRole('link', { name: 'Continue with Acme single sign-on' }).click();
  await signInAtProvider(page);
  await expect(page).toHaveURL(`${subdomain}/deploy`);
  await expect(page.getByRole('button', { name: 'User menu of Ann Ames' })).toBeVisible();
  await page.getByRole('button', { name: 'Generate Access Token' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const token = await page.getByText(/^mrt_/).innerText();
  for (const address of [seed.address, subdomain.replace('acme.localhost', '127.0.0.1')]) {
    const response = await fetch(`${address}/api/v1/environments`, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
  }
});

test('on the own host of the server the e-mail address leads an existing user to the provider', { tag: '@core' }, async ({ page, seed, provider }) => {
  await connect(seed, provider, { createsUsers: false });
  const { id } = await seed.post<{ id: string }>('/api/v1/users', { email: ann.email, firstName: 'Local', lastName: 'Ann', password: 'a local password' });
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(ann.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Continue with Acme single sign-on' })).toBeVisible();
  await expectNoViolationsInBothThemes(page);
  await page.getByRole('link', { name: 'Continue with Acme single sign-on' }).click();
  await signInAtProvider(page);
  await expect(page.getByRole('button', { name: 'User menu of Local Ann' })).toBeVisible();
  const me = await page.request.get('/api/v1/auth/me');
  expect(((await me.json()) as { user: { id: string } }).user.id).toBe(id);
});

test('an address of another domain is asked for its password', async ({ page, seed, provider }) => {
  await connect(seed, provider);
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(administrator.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects$/);
});

test('every refused sign-in has its page', async ({ page, seed, provider, subdomain }) => {
  await connect(seed, provider);
  await signInOnSubdomain(page, subdomain);
  await expect(page.getByRole('button', { name: 'User menu of Ann Ames' })).toBeVisible();
  const { data } = await seed.get<{ data: { id: string; email: string }[] }>('/api/v1/users');
  const user = data.find(({ email }) => email === ann.email)!;

  await test.step('rotated keys', async () => {
    await provider.control({ rotateKeys: true });
    await page.context().clearCookies();
    await signInOnSubdomain(page, subdomain);
    await expect(page.getByRole('button', { name: 'User menu of Ann Ames' })).toBeVisible();
    await page.context().clearCookies();
  });
  await test.step('wrong audience', async () => {
    await provider.control({ audience: 'another-client' });
    await signInOnSubdomain(page, subdomain);
    await expectFailure(page, 'The response of the identity provider is not valid', 'responseInvalid');
    await provider.control({ audience: '' });
  });
  await test.step('expired code', async () => {
    await provider.control({ codesExpire: true });
    await signInOnSubdomain(page, subdomain);
    await expectFailure(page, 'The identity provider rejected the sign-in code', 'codeRejected');
    await provider.control({ codesExpire: false });
  });
  await test.step('unverified address', async () => {
    const mallory = { ...ann, id: 'sub-mallory', username: 'mallory', emailVerified: false };
    await provider.control({ users: [mallory] });
    await signInOnSubdomain(page, subdomain, mallory);
    await expectFailure(page, 'The identity provider has not verified your e-mail address', 'emailNotVerified');
  });
  await test.step('replayed state', async () => {
    const callback = page.waitForRequest((request) => request.url().includes('/login/callback?'));
    await signInOnSubdomain(page, subdomain);
    const used = (await callback).url();
    await expect(page.getByRole('button', { name: 'User menu of Ann Ames' })).toBeVisible();
    await page.goto(used);
    await expectFailure(page, 'The sign-in has expired or was completed before', 'requestUnknown');
    await page.context().clearCookies();
  });
  await test.step('disabled user', async () => {
    await seed.patch(`/api/v1/users/${user.id}`, { status: 'disabled' });
    await signInOnSubdomain(page, subdomain);
    await expectFailure(page, 'Your user is disabled', 'userDisabled');
    await expectAccessible(page);
  });
  await test.step('provider down', async () => {
    await page.goto(`${subdomain}/login`);
    await page.getByRole('link', { name: 'Continue with Acme single sign-on' }).click();
    await expect(page.getByLabel('Username:')).toBeVisible();
    const back = page.url();
    await provider.stop();
    // New settings, so that the server reads the description of the provider again.
    await connect(seed, provider, { scopes: ['groups'] });
    await page.goto(`${subdomain}/login`);
    await page.getByRole('link', { name: 'Continue with Acme single sign-on' }).click();
    await expectFailure(page, 'The identity provider does not respond', 'providerUnavailable');
    expect(back).toContain(provider.issuer);
  });
});

test('an unknown code is shown as text only', async ({ page }) => {
  await page.goto('/login?error=somethingNew&requestID=abc');
  await expectFailure(page, 'The sign-in failed', 'somethingNew');
  await page.goto(`/login?error=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('only single sign-on leaves the password to break-glass administrators', async ({ page, seed, provider, subdomain }) => {
  const { user } = await seed.get<{ user: { id: string } }>('/api/v1/auth/me');
  await seed.patch(`/api/v1/users/${user.id}`, { isBreakGlass: true });
  const bob = await seed.person('Bob');
  await connect(seed, provider, { onlySingleSignOn: true });
  await page.goto(`${subdomain}/login`);
  await expect(page.getByText('This organization requires single sign-on.')).toBeVisible();
  await page.getByRole('button', { name: 'Use a password' }).click();
  await page.getByLabel('E-mail').fill(bob.email);
  await page.getByLabel('Password', { exact: true }).fill(bob.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Your organization requires single sign-on');
  await expectNoViolationsInBothThemes(page);
  await page.getByLabel('E-mail').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test('an administrator tests the provider before saving it', { tag: '@core' }, async ({ app, provider }) => {
  await app.goto('/admin/single-sign-on');
  await expect(app.getByText('Your organization has no identity provider')).toBeVisible();
  await app.getByLabel('Issuer').fill(provider.issuer);
  await app.getByLabel('Client ID').fill(IdentityProvider.clientID);
  await app.getByLabel('Client secret').fill('wrong');
  await app.getByRole('textbox', { name: 'E-mail domains' }).fill('acme.example');
  await app.getByRole('button', { name: 'Test', exact: true }).click();
  const result = app.locator('[data-test-result]');
  await expect(result).toContainText('The provider does not work');
  await expect(result).toContainText('Failed: The provider rejects clientID or clientSecret');
  await expect(app.getByRole('button', { name: 'Save anyway' })).toBeVisible();
  await expectAccessible(app);
  await app.getByLabel('Client secret').fill(IdentityProvider.clientSecret);
  await expect(result).toBeHidden();
  await app.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(result).toContainText('The provider works');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.getByText('Leave it empty to keep the stored secret.')).toBeVisible();
  await expect(app.getByText(/^http:\/\/acme\.localhost:\d+\/login\/callback$/)).toBeVisible();
  await app.reload();
  await expect(app.getByLabel('Issuer')).toHaveValue(provider.issuer);
  await app.getByRole('switch', { name: 'Only single sign-on' }).click();
  await app.getByRole('button', { name: 'Test', exact: true }).click();
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.getByRole('alert')).toContainText('break-glass administrator');
  await app.getByRole('region', { name: 'Break-glass administrators' }).getByRole('switch', { name: administrator.email }).click();
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.getByRole('alert')).toBeHidden();
  await app.getByRole('button', { name: 'Delete' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(app.getByText('Your organization has no identity provider')).toBeVisible();
});

test('a user signs in with SAML on the subdomain', async ({ page, seed, provider, subdomain }) => {
  const { entityID } = await seed.put<{ entityID: string }>('/api/v1/identityProvider', {
    kind: 'saml', metadataURL: provider.saml, emailDomains: ['acme.example'], createsUsers: true,
  });
  await provider.control({ services: [entityID] });
  await page.goto(`${subdomain}/runs`);
  await page.getByRole('link', { name: 'Continue with Acme single sign-on' }).click();
  await page.getByPlaceholder('user').fill(ann.username);
  await page.getByPlaceholder('password').fill(ann.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('"UserEmail"')).toBeVisible(); // this provider does not lead back by itself
  await page.goto(`${subdomain}/runs`);
  await page.getByRole('link', { name: 'Continue with Acme single sign-on' }).click();
  await expect(page).toHaveURL(`${subdomain}/runs`);
  await expect(page.getByRole('button', { name: 'User menu of Ann Ames' })).toBeVisible();
});

// scim sends a request of the identity provider to the SCIM service.
async function scim(address: string, token: string, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${address}/scim/v2${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' },
    body: body ? JSON.stringify(body) : undefined,
  });
}

test('a user removed by SCIM with a session open has to sign in again, and is told why that fails', { tag: '@core' }, async ({ page, seed, provider, subdomain }) => {
  await connect(seed, provider, { createsUsers: false });
  const { token } = await seed.post<{ token: string }>('/api/v1/scimTokens', { name: 'okta' });
  const created = await scim(seed.address, token, 'POST', '/Users', { userName: ann.email, name: { givenName: 'Ann', familyName: 'Ames' } });
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as { id: string };
  await signInOnSubdomain(page, subdomain);
  await expect(page.getByRole('button', { name: 'User menu of Ann Ames' })).toBeVisible();

  await test.step('deactivated', async () => {
    const operations = [{ op: 'Replace', path: 'active', value: 'False' }];
    expect((await scim(seed.address, token, 'PATCH', `/Users/${id}`, { Operations: operations })).status).toBe(200);
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(again).toContainText('Your session has ended.');
    await again.getByRole('link', { name: 'Continue with Acme single sign-on' }).click();
    await signInAtProvider(page);
    await expectFailure(page, 'Your user is disabled', 'userDisabled');
    await expectNoViolationsInBothThemes(page);
  });
  await test.step('removed', async () => {
    expect((await scim(seed.address, token, 'DELETE', `/Users/${id}`)).status).toBe(204);
    await page.goto(`${subdomain}/runs`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Acme');
    await page.getByRole('link', { name: 'Continue with Acme single sign-on' }).click();
    await signInAtProvider(page);
    await expectFailure(page, 'You have no user in this organization', 'userUnknown');
  });
});

test('an administrator generates a SCIM token, which works until it is revoked', { tag: '@core' }, async ({ app, seed }) => {
  await app.goto('/admin/single-sign-on');
  const section = app.getByRole('region', { name: 'Users from the provider' });
  await expect(section.getByText('No SCIM tokens yet')).toBeVisible();
  await section.getByRole('button', { name: 'Generate SCIM token' }).click();
  await app.getByLabel('Name (optional)').fill('Okta');
  await expectAccessible(app);
  await app.getByRole('button', { name: 'Generate', exact: true }).click();
  const token = await app.getByRole('group', { name: 'SCIM token' }).locator('code').innerText();
  expect(token).toMatch(/^mrp_[0-9A-Za-z]{36}$/);
  await expect(app.getByRole('group', { name: 'Base URL', exact: true }).locator('code')).toHaveText(/\/scim\/v2$/);
  await expectNoViolationsInBothThemes(app);
  expect((await scim(seed.address, token, 'GET', '/Users')).status).toBe(200);
  await app.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByText(token)).toHaveCount(0);
  await expect(section.getByRole('row', { name: /Okta/ })).toContainText(token.slice(-4));
  await expectNoViolationsInBothThemes(app);
  await section.getByRole('button', { name: /^Revoke SCIM token Okta/ }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(section.getByText('No SCIM tokens yet')).toBeVisible();
  expect((await scim(seed.address, token, 'GET', '/Users')).status).toBe(401);
});
