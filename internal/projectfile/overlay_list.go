package projectfile

import (
	"slices"

	"github.com/millrace/millrace/internal/yamldoc"
)

// sameOrder merges a list into a list, item by item.
func sameOrder[V any](o *overlay, key string, list []V, write func(*overlay, *V)) {
	old := o.listBelow(key, len(list))
	if old == nil {
		return
	}
	var readable []*yamldoc.Node
	for item := range old.Children() {
		if isReadable(item) {
			readable = append(readable, item)
		}
	}
	items := make([]*yamldoc.Node, len(list))
	for i := range list {
		target := &overlay{node: yamldoc.NewMapping(), isNew: i >= len(readable)}
		if i < len(readable) && readable[i].Kind == yamldoc.Mapping {
			target.node = readable[i]
		}
		write(target, &list[i])
		items[i] = target.node
		if i < len(readable) && readable[i].IsNull() && target.node.Len() == 0 {
			items[i] = readable[i]
		}
	}
	old.SetChildren(withUnreadable(old, items))
}

// listBelow returns the list under a key. A missing list is created if length requires it; otherwise listBelow returns
// nil.
func (o *overlay) listBelow(key string, length int) *yamldoc.Node {
	old := o.node.Get(key)
	if old != nil && old.Kind == yamldoc.Sequence {
		return old
	}
	if length == 0 && (!o.isNew || old != nil) {
		return nil
	}
	fresh := yamldoc.NewSequence()
	o.set(key, fresh)
	return fresh
}

// isReadable reports whether an item of a list of mappings is a mapping or null.
func isReadable(item *yamldoc.Node) bool { return item.Kind == yamldoc.Mapping || item.IsNull() }

// withUnreadable inserts the items of the old list that could not be parsed at their old positions.
func withUnreadable(old *yamldoc.Node, items []*yamldoc.Node) []*yamldoc.Node {
	i := 0
	for item := range old.Children() {
		if !isReadable(item) {
			items = slices.Insert(items, min(i, len(items)), item)
		}
		i++
	}
	return items
}
