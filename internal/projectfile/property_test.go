package projectfile_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// wordsOfNodes are the keys of node files; a random tree of them is often similar to a node.
var wordsOfNodes = []string{
	"fileVersion", "id", "name", "type", "operation", "config", "database", "schema", "deployEnabled", "description", "locationName", "sqlType",
	"isMultisource", "overrideSQL", "materializationType", "metadata", "version", "columns", "sourceMapping", "appliedNodeTests",
	"enabledColumnTestIDs", "cteString", "dataType", "nullable", "defaultValue", "columnReference", "columnCounter", "stepCounter",
	"sourceColumnReferences", "columnReferences", "transform", "hashDetails", "hashAlgorithm", "hashedColumns", "acceptedValues", "values",
	"appliedColumnTests", "isBusinessKey", "join", "joinCondition", "dependencies", "nodeName", "aliases", "noLinkRefs", "customSQL",
	"runOrder", "continueOnFailure", "templateString", "other", "1", "",
}

func anyValue(depth int) *rapid.Generator[*yamldoc.Node] { return valueOf(wordsOfNodes, depth) }

func anyMapping(depth int) *rapid.Generator[*yamldoc.Node] { return mappingOf(wordsOfNodes, depth) }

// valueOf generates a value whose keys are from a list of words.
func valueOf(words []string, depth int) *rapid.Generator[*yamldoc.Node] {
	return rapid.Custom(func(t *rapid.T) *yamldoc.Node {
		shape := rapid.IntRange(0, 9).Draw(t, "shape")
		switch {
		case depth > 0 && shape < 5:
			return mappingOf(words, depth).Draw(t, "mapping")
		case depth > 0 && shape < 7:
			n := yamldoc.NewSequence()
			for range rapid.IntRange(0, 3).Draw(t, "items") {
				n.Append(valueOf(words, depth-1).Draw(t, "item"))
			}
			return n
		case shape == 7:
			return &yamldoc.Node{Value: rapid.SampledFrom([]string{"0", "1", "true", "false", "null", "1.5", "007"}).Draw(t, "plain")}
		default:
			return yamldoc.Text(rapid.SampledFrom([]string{"", "A", "0", "true", "False", "Before", "sql", "sourceInput", "Source", "a\nb", "MD5"}).Draw(t, "text"))
		}
	})
}

func mappingOf(words []string, depth int) *rapid.Generator[*yamldoc.Node] {
	return rapid.Custom(func(t *rapid.T) *yamldoc.Node {
		n := yamldoc.NewMapping()
		for range rapid.IntRange(0, 6).Draw(t, "entries") {
			n.Set(rapid.SampledFrom(words).Draw(t, "key"), valueOf(words, depth-1).Draw(t, "value"))
		}
		return n
	})
}

// anyNode generates a tree with the rough structure of a node.
func anyNode() *rapid.Generator[*yamldoc.Node] {
	return rapid.Custom(func(t *rapid.T) *yamldoc.Node {
		root := anyMapping(2).Draw(t, "root")
		operation := anyMapping(3).Draw(t, "operation")
		metadata := anyMapping(2).Draw(t, "metadata")
		for _, key := range []string{"columns", "sourceMapping", "appliedNodeTests"} {
			list := yamldoc.NewSequence()
			for range rapid.IntRange(0, 3).Draw(t, key) {
				list.Append(anyValue(4).Draw(t, "item"))
			}
			metadata.Set(key, list)
		}
		operation.Set("metadata", metadata)
		root.Set("operation", operation)
		return root
	})
}

// TestAnyTreeIsPreserved reads trees that are not quite nodes and writes them back: nothing is lost.
func TestAnyTreeIsPreserved(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		root := anyNode().Draw(t, "node")
		original := yamldoc.Write(root)
		n, _ := projectfile.ParseNode("nodes/A-N.yml", string(original))
		written, err := projectfile.WriteNode(n, original)
		if err != nil {
			t.Fatalf("%v\n%s", err, original)
		}
		if string(written) != string(original) {
			t.Fatalf("merged into itself, the file changed:\n%s\nwas\n%s\nis\n%s", cmp.Diff(string(original), string(written)), original, written)
		}
		fresh, err := projectfile.WriteNode(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := projectfile.ParseNode("nodes/A-N.yml", string(fresh))
		if diff := cmp.Diff(normal(n), normal(again), withoutPositions()); diff != "" {
			t.Fatalf("in a new file, the node changed:\n%s\nfrom\n%s\nto\n%s", diff, original, fresh)
		}
	})
}

// normal returns a node without content that only an old file can have.
func normal(n *transform.Node) *transform.Node {
	clone := *n
	if clone.Config == nil {
		clone.Config = map[string]any{}
	}
	return &clone
}

// rewriter reads a file and merges it into itself.
type rewriter struct {
	words   []string
	rewrite func(content []byte) ([]byte, error)
}

var rewriters = map[string]rewriter{
	"manifest": {[]string{"platformKind"}, func(content []byte) ([]byte, error) {
		m, _ := projectfile.ParseManifest("data.yml", string(content))
		return projectfile.WriteManifest(&m, content)
	}},
	"locations": {[]string{"locations"}, func(content []byte) ([]byte, error) {
		l, _ := projectfile.ParseLocations("locations.yml", string(content))
		return projectfile.WriteLocations(&l, content)
	}},
	"workspace": {[]string{"locations", "profile", "parameters"}, func(content []byte) ([]byte, error) {
		list, _ := projectfile.ParseWorkspaces("workspace.yml", string(content))
		return projectfile.WriteWorkspace(&list[0], content)
	}},
	"workspaces": {[]string{"locations", "connection", "parameters"}, func(content []byte) ([]byte, error) {
		list, _ := projectfile.ParseWorkspaces("workspaces.yml", string(content))
		return projectfile.WriteOldWorkspaces(list, content)
	}},
	"environment": {[]string{"mappingDefinitions"}, func(content []byte) ([]byte, error) {
		e, _ := projectfile.ParseEnvironment("environments/a-1.yml", string(content))
		return projectfile.WriteEnvironment(&e, content)
	}},
	"job": {[]string{"includeSelector", "excludeSelector"}, func(content []byte) ([]byte, error) {
		j, _ := projectfile.ParseJob("jobs/a-1.yml", string(content))
		return projectfile.WriteJob(&j, content)
	}},
	"subgraph": {[]string{"steps"}, func(content []byte) ([]byte, error) {
		s, _ := projectfile.ParseSubgraph("subgraphs/a-1.yml", string(content))
		return projectfile.WriteSubgraph(&s, content)
	}},
	"macro": {[]string{"macroString"}, func(content []byte) ([]byte, error) {
		m, _ := projectfile.ParseMacro("macros/macro-1.yml", string(content))
		return projectfile.WriteMacro(&m, content)
	}},
	"package": {[]string{"config", "packageID", "releaseID", "packageVariables", "entities", "nodeTypes"}, func(content []byte) ([]byte, error) {
		p, _ := projectfile.ParsePackage("packages/a.yml", string(content))
		return projectfile.WritePackage(&p, content)
	}},
	"definition": {[]string{"metadata", "nodeMetadataSpec", "isDisabled", "defaultStorageLocation", "error"}, func(content []byte) ([]byte, error) {
		nodeType, _ := projectfile.ParseNodeType(projectfile.NodeTypeFiles{Folder: "nodeTypes/a-1", Definition: string(content)})
		return projectfile.WriteNodeType(&nodeType, content)
	}},
}

func TestAnyFileIsPreserved(t *testing.T) {
	t.Parallel()
	common := []string{"fileVersion", "id", "name", "type", "database", "schema", "defaultStorageMapping", "other", "A"}
	for name, kind := range rewriters {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			words := slices.Concat(kind.words, common)
			rapid.Check(t, func(t *rapid.T) {
				root := mappingOf(words, 4).Draw(t, "root")
				original := yamldoc.Write(root)
				written, err := kind.rewrite(original)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(original), string(written)); diff != "" {
					t.Fatalf("merged into itself, the file changed:\n%s", diff)
				}
			})
		})
	}
}
