package cli

import (
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
)

// catalogNode finds a deployed node by NAME, LOCATION.NAME or id.
func catalogNode(nodes []api.CatalogNode, text string) (*api.CatalogNode, error) {
	found := catalogNodes(nodes, text)
	switch len(found) {
	case 0:
		return nil, noCatalogNode(nodes, text)
	case 1:
		return found[0], nil
	}
	names := make([]string, len(found))
	for i, n := range found {
		names[i] = n.LocationName + "." + n.Name
	}
	return nil, fault.New(fault.Conflict, "%s is ambiguous: %s", text, strings.Join(names, " or ")).WithHint("Add the location.")
}

func catalogNodes(nodes []api.CatalogNode, text string) []*api.CatalogNode {
	var found []*api.CatalogNode
	for i := range nodes {
		n := &nodes[i]
		if n.ID == text || strings.EqualFold(n.Name, text) || strings.EqualFold(n.LocationName+"."+n.Name, text) {
			found = append(found, n)
		}
	}
	return found
}

// catalogColumn finds the node of NODE.COLUMN. Names may contain dots, so it tries ever longer columns.
func catalogColumn(nodes []api.CatalogNode, text string) (node *api.CatalogNode, column string, err error) {
	if len(catalogNodes(nodes, text)) > 0 {
		return nil, "", fault.New(fault.Invalid, "%s is a node, not a column", text).
			WithHint("Add the column: %s.COLUMN. `millrace catalog get %s` lists the columns.", text, text)
	}
	for at := len(text) - 1; at > 0; at-- {
		if text[at] == '.' && len(catalogNodes(nodes, text[:at])) > 0 {
			node, err = catalogNode(nodes, text[:at])
			return node, text[at+1:], err
		}
	}
	return nil, "", noCatalogNode(nodes, text)
}

func noCatalogNode(nodes []api.CatalogNode, text string) error {
	names := make([]string, 0, 2*len(nodes))
	for i := range nodes {
		names = append(names, nodes[i].Name, nodes[i].LocationName+"."+nodes[i].Name)
	}
	err := fault.New(fault.NotFound, "node %s is not deployed", text)
	if near, ok := diagnostic.Nearest(text, names); ok {
		return err.WithHint("Did you mean %s?", near)
	}
	return err.WithHint("List the nodes with `millrace catalog --environment NAME`.")
}
