package projectfile

import (
	"reflect"
	"slices"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// configKey is the key of a column under which files store the attributes of an options panel. Other attributes are
// next to the column's name. Templates see no difference.
const configKey = "config"

// isFormatFlag reports whether an attribute is part of the format; these are next to the column's name.
func isFormatFlag(attribute string) bool {
	switch attribute {
	case "isBusinessKey", "isChangeTracking", "isSurrogateKey", "isSystemVersion", "isSystemCurrentFlag",
		"isSystemStartDate", "isSystemEndDate", "isSystemCreateDate", "isSystemUpdateDate":
		return true
	default:
		return false
	}
}

// attribute reads a flag or another value that templates use. A flag that is off is left out.
func (r *reader) attribute(c *transform.Column, n *yamldoc.Node) {
	if isOff(n) {
		return
	}
	if c.Attributes == nil {
		c.Attributes = make(map[string]any, 2)
	}
	c.Attributes[r.words.share(n.Key)] = r.anything(n)
}

// configured reads the attributes under config. An attribute of the column itself takes precedence.
func (r *reader) configured(c *transform.Column, config *yamldoc.Node) {
	for entry := range config.Children() {
		if _, isSaid := c.Attributes[entry.Key]; !isSaid {
			r.attribute(c, entry)
		}
	}
}

// isOff reports whether an attribute is off: false, null, or an empty value that files keep.
func isOff(n *yamldoc.Node) bool {
	if on, ok := n.Bool(); ok {
		return !on
	}
	switch n.Key {
	case configKey:
		return n.IsNull() || n.Kind != yamldoc.Scalar && n.Len() == 0
	case "transform":
		return n.IsNull() || n.Kind == yamldoc.Scalar && n.Value == ""
	default:
		return n.IsNull()
	}
}

func isConfig(n *yamldoc.Node) bool { return n.Key == configKey && n.Kind == yamldoc.Mapping }

// attributes sets the flags and other attributes of a column where the file has them. An attribute that stays off is
// kept as written.
func (o *overlay) attributes(of map[string]any) {
	for _, child := range slices.Collect(o.node.Children()) {
		if _, isField := columnFields[child.Key]; isField {
			continue
		}
		if isConfig(child) {
			(&overlay{node: child}).switchOff(slices.Collect(child.Children()), of)
			continue
		}
		o.switchOff([]*yamldoc.Node{child}, of)
	}
	for key, value := range of {
		o.attribute(key, value)
	}
}

// switchOff removes the entries that are on and should not be.
func (o *overlay) switchOff(entries []*yamldoc.Node, of map[string]any) {
	for _, entry := range entries {
		if _, isOn := of[entry.Key]; !isOn && !isOff(entry) {
			o.node.Remove(entry.Key)
		}
	}
}

// attribute sets an attribute where it is on, else where it exists and is off, else at the default position of its
// kind.
func (o *overlay) attribute(key string, value any) {
	_, isField := columnFields[key]
	own, config := o.node.Get(key), o.node.Get(configKey)
	if isField || own != nil && isConfig(own) {
		own = nil // an entry of that name with another meaning
	}
	below := config.Get(key)
	isTaken := config != nil && config.Kind != yamldoc.Mapping && !config.IsNull()
	isOwn := isFormatFlag(key) || isTaken
	if own != nil || below != nil {
		isOwn = isOn(own) || own != nil && !isOn(below)
	}
	switch {
	case isOwn && !isField:
		o.any(key, value)
	case !isTaken: // an attribute with the name of a column key can only be under config
		o.mapping(configKey, func(inner *overlay) { inner.any(key, value) })
	}
}

func isOn(n *yamldoc.Node) bool { return n != nil && !isOff(n) }

// any sets a free-form value if it differs.
func (o *overlay) any(key string, value any) {
	if old := o.node.Get(key); old == nil || !reflect.DeepEqual(old.Any(), value) {
		o.set(key, yamldoc.From(value))
	}
}
