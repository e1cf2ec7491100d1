package jinja

import (
	"slices"
	"strings"
)

func filterSort(in Value, args Arguments) (Value, error) {
	var p [3]Value
	if err := args.bindTo(p[:], "reverse?", "case_sensitive?", "attribute?"); err != nil {
		return Value{}, err
	}
	var keys []sortKey
	for _, way := range splitPaths(p[2]) {
		keys = append(keys, sortKey{path: way, caseSensitive: p[1].Truth(), render: args.render})
	}
	items, err := collect(in, args.render)
	if err != nil {
		return Value{}, err
	}
	reverse, err := intOr(p[0], 0)
	if err != nil {
		return Value{}, err
	}
	err = sortItems(items, reverse != 0, args.render, func(item Value) (Value, error) {
		values := make([]Value, len(keys))
		for i, key := range keys {
			var err error
			if values[i], err = key.of(item); err != nil {
				return Value{}, err
			}
		}
		return NewList(values...), nil
	})
	return NewList(items...), err
}

// splitPaths reads several attributes with commas between them.
func splitPaths(attribute Value) []path {
	s, ok := attribute.text()
	if !ok {
		return []path{newPath(attribute)}
	}
	var paths []path
	for part := range strings.SplitSeq(s, ",") {
		paths = append(paths, newPath(String(part)))
	}
	return paths
}

// sortItems sorts in place by a key. Items with equal keys keep their order, also when it is reversed.
func sortItems(items []Value, reverse bool, r *render, keyOf func(Value) (Value, error)) error {
	type keyed struct{ key, item Value }
	pairs := make([]keyed, len(items))
	for i, item := range items {
		if err := r.step(); err != nil {
			return err
		}
		key, err := keyOf(item)
		if err != nil {
			return err
		}
		pairs[i] = keyed{key, item}
	}
	c := comparer{render: r}
	var failed error
	slices.SortStableFunc(pairs, func(a, b keyed) int {
		if reverse {
			a, b = b, a
		}
		if failed != nil {
			return 0
		}
		o, err := c.order(a.key, b.key, "<")
		if err == nil {
			err = r.step()
		}
		if err != nil {
			failed = err
		}
		if o == unordered {
			return 0
		}
		return o
	})
	for i, pair := range pairs {
		items[i] = pair.item
	}
	return failed
}

func filterDictsort(in Value, args Arguments) (Value, error) {
	var p [3]Value
	if err := args.bindTo(p[:], "case_sensitive?", "by?", "reverse?"); err != nil {
		return Value{}, err
	}
	by := Int(0)
	if given(p[1]) {
		switch s, _ := p[1].text(); s {
		case "key":
		case "value":
			by = Int(1)
		default:
			return Value{}, failure(RuntimeError, `you can only sort by either "key" or "value"`)
		}
	}
	d, ok := in.ref.(*Dict)
	if !ok {
		if in.IsUndefined() {
			return Value{}, undefinedError(in)
		}
		return Value{}, typeError("%s object has no attribute 'items'", quoted(in.typeName()))
	}
	items, err := collect(Value{ref: &dictView{dict: d, pick: entryPair}}, args.render)
	if err != nil {
		return Value{}, err
	}
	reverse, err := intOr(p[2], 0)
	if err != nil {
		return Value{}, err
	}
	key := sortKey{path: path{by}, caseSensitive: p[0].Truth(), render: args.render}
	err = sortItems(items, reverse != 0, args.render, key.of)
	return NewList(items...), err
}

func filterGroupby(in Value, args Arguments) (Value, error) {
	var p [3]Value
	if err := args.bindTo(p[:], "attribute", "default?", "case_sensitive?"); err != nil {
		return Value{}, err
	}
	key := sortKey{path: newPath(p[0]), otherwise: p[1], caseSensitive: p[2].Truth(), render: args.render}
	items, err := collect(in, args.render)
	if err != nil {
		return Value{}, err
	}
	if err := sortItems(items, false, args.render, key.of); err != nil {
		return Value{}, err
	}
	return group(items, key)
}

// group groups consecutive items with equal keys. The key of a group is that of its first item.
func group(items []Value, key sortKey) (Value, error) {
	var groups []Value
	var members *list
	var current Value
	c := comparer{render: key.render}
	for _, item := range items {
		k, err := key.of(item)
		if err != nil {
			return Value{}, err
		}
		if members != nil {
			equal, err := c.equal(k, current)
			if err != nil {
				return Value{}, err
			}
			if equal {
				members.items = append(members.items, item)
				continue
			}
		}
		name, err := key.path.of(item, key.otherwise, key.render)
		if err != nil {
			return Value{}, err
		}
		members, current = &list{items: []Value{item}}, k
		groups = append(groups, Value{ref: &tuple{items: []Value{name, {ref: members}}, names: []string{"grouper", "list"}}})
	}
	return NewList(groups...), nil
}
