package compat_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/openapitest"
)

// fixture is a platform with the default limits of a server.
type fixture struct {
	*apptest.Platform

	admin, organization string
	called              *tally
}

func newFixture(t *testing.T, database apptest.Database) *fixture {
	t.Helper()
	defaults, err := config.Load(config.Sources{})
	if err != nil {
		t.Fatal(err)
	}
	h := &fixture{
		Platform: apptest.Start(t, database, func(s *config.Settings) { s.Limits = defaults.Limits }),
		called:   &tally{calls: map[operation]int{}, extras: map[operation]int{}},
	}
	h.admin = h.AdminToken()
	h.organization = h.Me(h.admin).Organization.ID
	return h
}

// client creates a client with its own token.
func (h *fixture) client(t *testing.T, header http.Header) *client {
	t.Helper()
	platform := h.For(t)
	platform.Transport = &openapitest.Transport{Judge: checkExchange(t, h.called)}
	return &client{Platform: platform, t: t, token: platform.AdminToken(), header: header}
}

// All clients work at the same time, and together they call every operation.
func TestClients(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		h := newFixture(t, database)
		t.Run("clients", func(t *testing.T) {
			for name, talk := range map[string]func(*testing.T, *fixture){
				"curl": runCurl, "orchestrator": runOrchestrator, "catalog": runCatalog, "sdk": runSDK, "assistant": runAssistant,
				"python": runPython,
			} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					talk(t, h)
				})
			}
		})
		if !t.Failed() {
			h.called.wantAll(t)
		}
	})
}
