package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"sync"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// store is the library's storage in memory, with groups, keys that rotate, and what tests break on purpose.
type store struct {
	*storage.Storage

	people *people

	mu          sync.Mutex
	key         signingKey
	audience    string // empty for the client itself
	codesExpire bool
}

func newStore(people *people, clients map[string]*storage.Client) *store {
	s := &store{Storage: storage.NewStorageWithClients(people, clients), people: people}
	s.rotate()
	return s
}

// signingKey is the private key, and as op.Key its public part.
type signingKey struct {
	id  string
	key *rsa.PrivateKey
}

func (k signingKey) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k signingKey) Key() any                                    { return k.key }
func (k signingKey) ID() string                                  { return k.id }

type publicKey struct{ signingKey }

func (k publicKey) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k publicKey) Use() string                        { return "sig" }
func (k publicKey) Key() any                           { return &k.key.PublicKey }

func (s *store) rotate() {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.key = signingKey{id: rand.Text(), key: key}
}

func (s *store) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *store) settings() (key signingKey, audience string, codesExpire bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.key, s.audience, s.codesExpire
}

// SigningKey implements op.Storage.
func (s *store) SigningKey(context.Context) (op.SigningKey, error) {
	key, _, _ := s.settings()
	return key, nil
}

// KeySet implements op.Storage.
func (s *store) KeySet(context.Context) ([]op.Key, error) {
	key, _, _ := s.settings()
	return []op.Key{publicKey{key}}, nil
}

// aliasClient is the client under another id.
type aliasClient struct {
	op.Client

	id string
}

func (c aliasClient) GetID() string { return c.id }

// aliasRequest is a request of the client under another id, so that the tokens are for that client.
type aliasRequest struct {
	op.AuthRequest

	id string
}

func (r aliasRequest) GetClientID() string   { return r.id }
func (r aliasRequest) GetAudience() []string { return []string{r.id} }

// GetClientByClientID implements op.Storage.
func (s *store) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	client, err := s.Storage.GetClientByClientID(ctx, id)
	if _, audience, _ := s.settings(); err == nil && audience != "" {
		return aliasClient{client, audience}, nil
	}
	return client, err
}

// AuthRequestByCode implements op.Storage.
func (s *store) AuthRequestByCode(ctx context.Context, code string) (op.AuthRequest, error) {
	_, audience, codesExpire := s.settings()
	if codesExpire {
		return nil, errors.New("the code has expired")
	}
	request, err := s.Storage.AuthRequestByCode(ctx, code)
	if err == nil && audience != "" {
		return aliasRequest{request, audience}, nil
	}
	return request, err
}

// SetUserinfoFromScopes implements op.Storage.
func (s *store) SetUserinfoFromScopes(ctx context.Context, info *oidc.UserInfo, userID, clientID string, scopes []string) error {
	info.AppendClaims("groups", s.people.groups(userID))
	return s.Storage.SetUserinfoFromScopes(ctx, info, userID, clientID, scopes)
}

// SetUserinfoFromToken implements op.Storage.
func (s *store) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, subject, origin string) error {
	info.AppendClaims("groups", s.people.groups(subject))
	return s.Storage.SetUserinfoFromToken(ctx, info, tokenID, subject, origin)
}
