package search

import "github.com/millrace/millrace/internal/ids"

// Match reports whether a name is found, and its rank.
func Match(name, whole, text string) (rank int, ok bool) { return match(name, whole, splitWords(text)) }

// Best returns the names of the results of a type that a search with this limit returns.
func Best(limit int, candidates []Result, text string) (names []string, hasMore bool) {
	found := newCollector(limit)
	for _, r := range candidates {
		if rank, ok := match(r.Name, r.Name, splitWords(text)); ok {
			r.rank = rank
			found.add(r)
		}
	}
	results := found.results()
	for i := range results.Items {
		names = append(names, results.Items[i].Name)
	}
	return names, results.HasMore
}

// Cache is the cache of names, without the store that fills it.
type Cache struct{ cache indexCache }

// MaxCachedNames is the number of names that the cache keeps.
const MaxCachedNames = maxCachedNames

// Put adds an environment with a number of names.
func (c *Cache) Put(environment ids.Environment, version int64, names int) {
	c.cache.put(&cachedIndex{key: indexKey{"org", environment}, version: version, index: &index{size: names}})
}

// Has reports whether the cache has a version of an environment.
func (c *Cache) Has(environment ids.Environment, version int64) bool {
	return c.cache.find(indexKey{"org", environment}, &VisibleEnvironment{ID: environment, Version: version}) != nil
}

// Size returns the number of names in the cache.
func (c *Cache) Size() int { return c.cache.size }
