package store

import (
	"slices"
	"sync"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/ids"
)

// maxCachedStates limits the memory of the cache: a state uses some kilobytes.
const maxCachedStates = 12_000

// stateCache keeps the decoded states of a few environments, because to decode ten thousand of them takes longer than to
// compare them. Every end of a deploy, and nothing else, changes the states of an environment, and increments its version in
// the same transaction. So states are valid for one version, with any number of servers.
type stateCache struct {
	mu      sync.Mutex
	entries []cachedState // the last used last
	states  int
}

// cachedState is what is deployed in an environment at one version.
type cachedState struct {
	at    stateVersion
	state deploy.State // shared; nobody changes it
}

// stateVersion identifies the states of an environment. The deployed run tells a restored database from the one before.
type stateVersion struct {
	organization ids.Organization
	environment  ids.Environment
	version      int64
	deployedRun  ids.Run
}

func (v stateVersion) isOf(other stateVersion) bool {
	return v.organization == other.organization && v.environment == other.environment
}

func (c *stateCache) find(at stateVersion) (deploy.State, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.entries, func(e cachedState) bool { return e.at == at })
	if i < 0 {
		return deploy.State{}, false
	}
	found := c.entries[i]
	c.entries = append(slices.Delete(c.entries, i, i+1), found)
	return found.state, true
}

func (c *stateCache) put(at stateVersion, state deploy.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(slices.IndexFunc(c.entries, func(e cachedState) bool { return e.at.isOf(at) }))
	if len(state.Nodes) > maxCachedStates {
		return
	}
	c.entries = append(c.entries, cachedState{at, state})
	for c.states += len(state.Nodes); c.states > maxCachedStates; {
		c.remove(0)
	}
}

// remove removes the entry at a position; a negative one is none.
func (c *stateCache) remove(i int) {
	if i >= 0 {
		c.states -= len(c.entries[i].state.Nodes)
		c.entries = slices.Delete(c.entries, i, i+1)
	}
}
