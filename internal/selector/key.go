package selector

import (
	"slices"
	"strings"
)

// key is the property that a term matches.
type key int

const (
	anyKey key = iota // the star: every node
	nameKey
	locationKey
	nodeTypeKey
	nodeIDKey
	subgraphKey
)

// keys are the keys of the language, in the order in which messages list them.
var keys = [...]key{nameKey, locationKey, nodeTypeKey, nodeIDKey, subgraphKey}

func (k key) String() string {
	switch k {
	case nameKey:
		return "name"
	case locationKey:
		return "location"
	case nodeTypeKey:
		return "nodeType"
	case nodeIDKey:
		return "nodeID"
	case subgraphKey:
		return "subgraph"
	default:
		return "*"
	}
}

// keyNamed finds a key by its word.
func keyNamed(word string) (key, bool) {
	for _, k := range keys {
		if strings.EqualFold(k.String(), word) {
			return k, true
		}
	}
	return anyKey, false
}

// nearestKey guesses the key for an unknown word: a key that begins or ends with it, a common synonym, or a key within
// two edits.
func nearestKey(word string) (key, bool) {
	word = fold(word)
	for _, k := range keys {
		name := fold(k.String())
		if len(word) > 1 && (strings.HasPrefix(name, word) || strings.HasSuffix(name, word) || strings.HasPrefix(word, name)) {
			return k, true
		}
	}
	for _, k := range keys {
		if slices.Contains(k.otherNames(), strings.ToLower(word)) {
			return k, true
		}
	}
	for _, k := range keys {
		if editDistance(fold(k.String()), word) <= 2 {
			return k, true
		}
	}
	return anyKey, false
}

func (k key) otherNames() []string {
	switch k {
	case locationKey:
		return []string{"storage", "storagelocation", "schema"}
	case nodeTypeKey:
		return []string{"kind", "sqltype"}
	case nodeIDKey:
		return []string{"uuid", "step", "stepcounter"}
	case nameKey:
		return []string{"node", "table", "model"}
	default:
		return nil
	}
}

// editDistance counts the letters to insert, remove or replace. Words much longer than any key are skipped.
func editDistance(a, b string) int {
	if len(b) > 2*len(a) {
		return len(b)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
