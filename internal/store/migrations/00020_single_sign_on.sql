-- +goose Up
-- Sign-in through an organization's identity provider.

-- A local administrator who may sign in with a password where the organization requires single sign-on.
ALTER TABLE users ADD COLUMN is_break_glass boolean NOT NULL DEFAULT false;

CREATE TABLE identity_providers (
    organization_id     text    PRIMARY KEY REFERENCES organizations (id),
    kind                text    NOT NULL, -- oidc or saml
    is_enabled          boolean NOT NULL,
    only_single_sign_on boolean NOT NULL,
    settings            text    NOT NULL, -- JSON, by kind
    sealed_secret       text    NOT NULL,
    updated_at          bigint  NOT NULL
);

-- The e-mail domains of a provider, by which the sign-in page finds it.
CREATE TABLE identity_provider_domains (
    organization_id text NOT NULL REFERENCES identity_providers (organization_id) ON DELETE CASCADE,
    domain          text NOT NULL,
    PRIMARY KEY (domain, organization_id)
);

-- The users' identities at providers: after the first sign-in the issuer and the subject identify a user, not the e-mail address.
CREATE TABLE external_identities (
    organization_id text   NOT NULL,
    issuer          text   NOT NULL,
    subject         text   NOT NULL,
    user_id         text   NOT NULL,
    created_at      bigint NOT NULL,
    last_used_at    bigint NOT NULL,
    PRIMARY KEY (organization_id, issuer, subject),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX external_identities_user ON external_identities (user_id);

-- Sign-ins that wait for the response of a provider. A response deletes its row, so that it counts once.
CREATE TABLE sign_in_requests (
    state_hash      text   PRIMARY KEY,
    organization_id text   NOT NULL REFERENCES organizations (id),
    browser_hash    text   NOT NULL, -- of the cookie of the browser that began it
    sealed          text   NOT NULL, -- nonce, code verifier and where to go afterwards
    sealed_identity text   NOT NULL, -- what a SAML response said; '' before it and for OpenID Connect
    expires_at      bigint NOT NULL
);
CREATE INDEX sign_in_requests_age ON sign_in_requests (expires_at);

-- +goose Down
-- Forward only: restore a backup to go back.
SELECT 1;
