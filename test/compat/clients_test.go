package compat_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/openapitest"
)

// house is a platform as its operator has left it: limits as a server has them that nobody has configured.
type house struct {
	*apptest.Platform

	admin, organization string
	called              *tally
}

func newHouse(t *testing.T, database apptest.Database) *house {
	t.Helper()
	defaults, err := config.Load(config.Sources{})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{
		Platform: apptest.Start(t, database, func(s *config.Settings) { s.Limits = defaults.Limits }),
		called:   &tally{calls: map[operation]int{}, extras: map[operation]int{}},
	}
	h.admin = h.AdminToken()
	h.organization = h.Me(h.admin).Organization.ID
	return h
}

// client lets a client in with a token of its own.
func (h *house) client(t *testing.T, header http.Header) *client {
	t.Helper()
	platform := h.For(t)
	platform.Transport = &openapitest.Transport{Judge: judge(t, h.called)}
	return &client{Platform: platform, t: t, token: platform.AdminToken(), header: header}
}

// Every client does its work at the same time as the others, and between them they call everything.
func TestClients(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		h := newHouse(t, database)
		t.Run("clients", func(t *testing.T) {
			for name, talk := range map[string]func(*testing.T, *house){
				"curl": talkAsCurl, "orchestrator": talkAsOrchestrator, "catalog": talkAsCatalog, "sdk": talkAsSDK, "assistant": talkAsAssistant,
				"python": talkAsPython,
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
