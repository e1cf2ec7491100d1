package authn

import (
	"sync"

	"github.com/millrace/millrace/internal/account"
)

// cacheSize bounds the number of cached actors. When it is exceeded, the cache is emptied.
const cacheSize = 10_000

// actorCache caches the actors found at one revision of the store. A lookup at another revision empties it.
type actorCache struct {
	mu       sync.RWMutex
	revision uint64
	actors   map[string]account.Actor
}

func (c *actorCache) get(hash string, revision uint64) (account.Actor, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.revision != revision {
		return account.Actor{}, false
	}
	actor, ok := c.actors[hash]
	return actor, ok
}

func (c *actorCache) put(hash string, revision uint64, actor account.Actor) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if revision < c.revision {
		return // found before a change that the cache already reflects
	}
	if revision > c.revision || len(c.actors) >= cacheSize {
		c.actors = nil
	}
	if c.actors == nil {
		c.actors = make(map[string]account.Actor)
	}
	c.revision = revision
	c.actors[hash] = actor
}
