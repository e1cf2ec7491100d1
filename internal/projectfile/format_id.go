package projectfile

import (
	"path"
	"strings"

	"github.com/millrace/millrace/internal/yamldoc"
)

// quoteIDs converts every id that is written like a number to a text, so that other programs do not read 007 as 7. It
// knows the keys that contain ids; other keys called id, such as an option of a node type, stay unchanged.
func quoteIDs(file string, root *yamldoc.Node) {
	folder, _, isBelow := strings.Cut(path.Clean(file), "/")
	if !isBelow {
		return // the files at the root have no ids
	}
	asText(root.Get("id"))
	switch folder {
	case subgraphsFolder:
		eachAsText(root.Get("steps"))
	case packagesFolder:
		asText(root.Get("packageID"))
		asText(root.Get("releaseID"))
	case nodesFolder:
		quoteNodeIDs(root.Get("operation"))
	}
}

func quoteNodeIDs(operation *yamldoc.Node) {
	asText(operation.Get("sqlType"))
	metadata := operation.Get("metadata")
	eachAsText(metadata.Get("enabledColumnTestIDs"))
	if mapping := metadata.Get("sourceMapping"); mapping != nil {
		for source := range mapping.Children() {
			eachAsText(source.Get("aliases"))
		}
	}
	if operation != nil {
		quoteReferences(operation)
	}
}

// quoteReferences converts all references to columns. Their two keys contain ids everywhere, in options too.
func quoteReferences(n *yamldoc.Node) {
	for child := range n.Children() {
		if child.Key == "columnCounter" || child.Key == "stepCounter" {
			asText(child)
		}
		quoteReferences(child)
	}
}

func eachAsText(list *yamldoc.Node) {
	if list == nil {
		return
	}
	for child := range list.Children() {
		asText(child)
	}
}

// asText converts a number to a text.
func asText(n *yamldoc.Node) {
	if n == nil || n.Kind != yamldoc.Scalar {
		return
	}
	if kind := n.Type(); kind == yamldoc.IntType || kind == yamldoc.FloatType {
		n.Style = yamldoc.DoubleQuoted
	}
}
