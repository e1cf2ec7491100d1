package authn_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
)

func TestCacheKeepsOneRevision(t *testing.T) {
	t.Parallel()
	var c authn.ActorCache
	if _, ok := c.Get("a", 0); ok {
		t.Error("an empty cache returns an actor")
	}
	c.Put("a", 3, account.Actor{User: "ada"})
	if actor, ok := c.Get("a", 3); !ok || actor.User != "ada" {
		t.Errorf("got %+v, %t", actor, ok)
	}
	for _, other := range []uint64{2, 4} {
		if _, ok := c.Get("a", other); ok {
			t.Errorf("an actor of revision 3 is returned at %d", other)
		}
	}
	c.Put("b", 2, account.Actor{User: "bob"}) // found before a change that the cache already reflects
	if _, ok := c.Get("b", 3); ok {
		t.Error("a stale actor is returned")
	}
	if _, ok := c.Get("b", 2); ok {
		t.Error("a stale actor was cached")
	}
	c.Put("b", 4, account.Actor{User: "bob"})
	if _, ok := c.Get("a", 4); ok {
		t.Error("an actor of revision 3 is returned at 4")
	}
	if _, ok := c.Get("b", 4); !ok {
		t.Error("the new revision is not cached")
	}
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	var c authn.ActorCache
	for i := range 2*authn.CacheSize + 1 {
		c.Put(fmt.Sprint(i), 1, account.Actor{})
		if c.Len() > authn.CacheSize {
			t.Fatalf("%d actors are cached, want at limit %d", c.Len(), authn.CacheSize)
		}
	}
	if _, ok := c.Get(fmt.Sprint(2*authn.CacheSize), 1); !ok {
		t.Error("the newest is not cached")
	}
}
