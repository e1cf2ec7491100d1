package postgres

import (
	"strconv"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/engine"
)

// typeNames caches the server's names of column types. It queries built-in types once. User-defined types can be
// renamed, so it queries them each time.
type typeNames struct {
	mu    sync.Mutex
	known map[typeKey]string
}

type typeKey struct {
	oid      uint32
	modifier int32
}

const (
	firstMadeType = 16384 // types with lower ids are built in
	maxKnownTypes = 10_000
)

// columns describes the columns of a query. Their nullability is unknown, so they count as nullable.
func (n *typeNames) columns(fields []field, ask func(request) (answer, error)) ([]engine.Column, error) {
	names, missing := n.lookup(fields)
	if len(missing) > 0 {
		a, err := ask(namesOf(missing))
		if err != nil {
			return nil, err
		}
		n.learn(names, missing, a)
	}
	columns := make([]engine.Column, len(fields))
	for i, f := range fields {
		columns[i] = engine.Column{Name: f.name, Type: names[typeKey{f.oid, f.modifier}], Nullable: true}
	}
	return columns, nil
}

// lookup returns the cached names, and the types to query.
func (n *typeNames) lookup(fields []field) (names map[typeKey]string, missing []typeKey) {
	n.mu.Lock()
	defer n.mu.Unlock()
	names = map[typeKey]string{}
	for _, f := range fields {
		key := typeKey{f.oid, f.modifier}
		if _, seen := names[key]; seen {
			continue
		}
		name, ok := n.known[key]
		names[key] = name
		if !ok {
			missing = append(missing, key)
		}
	}
	return names, missing
}

// learn adds an answer to names, and caches the names of built-in types.
func (n *typeNames) learn(names map[typeKey]string, asked []typeKey, a answer) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known == nil || len(n.known) > maxKnownTypes {
		n.known = map[typeKey]string{}
	}
	for i, key := range asked[:min(len(asked), len(a.rows))] {
		names[key] = a.text(i, 0)
		if key.oid < firstMadeType {
			n.known[key] = names[key]
		}
	}
}

// namesOf returns a query for the names of types, in order.
func namesOf(types []typeKey) request {
	oids, modifiers := make([]string, len(types)), make([]string, len(types))
	for i, t := range types {
		oids[i], modifiers[i] = strconv.FormatUint(uint64(t.oid), 10), strconv.FormatInt(int64(t.modifier), 10)
	}
	return request{
		text: "SELECT pg_catalog.format_type(t.id, t.modifier)" +
			" FROM unnest($1::oid[], $2::int4[]) WITH ORDINALITY AS t (id, modifier, n) ORDER BY n",
		arguments: []string{"{" + strings.Join(oids, ",") + "}", "{" + strings.Join(modifiers, ",") + "}"},
		keep:      true,
	}
}
