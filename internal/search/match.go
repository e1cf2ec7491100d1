package search

import (
	"cmp"
	"slices"
	"strings"
)

// The ranks of matches, best first.
const (
	exact = iota
	prefix
	wordStart
	within
	elsewhere // no word is in the name itself
)

// splitWords returns the words of a text in lower case.
func splitWords(text string) []string { return strings.Fields(strings.ToLower(text)) }

// match reports whether every word occurs in the whole text, and ranks how well the name fits.
func match(name, whole string, words []string) (rank int, ok bool) {
	whole = strings.ToLower(whole)
	for _, word := range words {
		if !strings.Contains(whole, word) {
			return elsewhere, false
		}
	}
	name = strings.ToLower(name)
	rank = elsewhere
	for _, word := range words {
		rank = min(rank, rankOf(name, word))
	}
	if joined := strings.Join(words, " "); name == joined || whole == joined {
		rank = exact
	}
	return rank, true
}

func rankOf(name, word string) int {
	at := strings.Index(name, word)
	switch {
	case at < 0:
		return elsewhere
	case name == word:
		return exact
	case at == 0:
		return prefix
	case strings.ContainsRune("_-. ", rune(name[at-1])):
		return wordStart
	default:
		return within
	}
}

// collector collects the best results of each type.
type collector struct {
	limit int
	found map[Type][]Result
}

// maxCollected bounds how many results of a type are compared.
const maxCollected = 5_000

func newCollector(limit int) *collector { return &collector{limit: limit, found: map[Type][]Result{}} }

func (c *collector) add(r Result) {
	if len(c.found[r.Type]) < maxCollected {
		c.found[r.Type] = append(c.found[r.Type], r)
	}
}

func (c *collector) results() Results {
	all := Results{Items: []Result{}}
	for _, t := range Types() {
		found := c.best(t)
		if len(found) > c.limit {
			found, all.HasMore = found[:c.limit], true
		}
		all.Items = append(all.Items, found...)
	}
	return all
}

// best returns the results of a type, the best first.
func (c *collector) best(t Type) []Result {
	found := c.found[t]
	slices.SortStableFunc(found, func(a, b Result) int {
		return cmp.Or(
			cmp.Compare(a.rank, b.rank), cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Location+a.NodeName, b.Location+b.NodeName),
		)
	})
	return found
}
