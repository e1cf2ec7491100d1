package deploy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/transform"
)

// sqlNode returns a node with SQL.
func sqlNode(number int, text string) *compiler.Node {
	return &compiler.Node{Node: &transform.Node{
		ID: transform.NodeID(fmt.Sprintf("n%d", number)), Name: fmt.Sprintf("N%d", number), SQL: &transform.SQLText{Text: text},
	}}
}

// A plan lists a thing once for each node, and says how many findings it does not list.
func TestPlanListsALimitedNumberOfFindings(t *testing.T) {
	t.Parallel()
	const body = "SELECT nvl(a, 1), NVL(a, 1), iff(c, 1, 2) FROM t"
	one := deploy.NotPortable(enginekind.Postgres, sqlNode(0, body))
	if len(one) != 2 {
		t.Fatalf("one node has %v, want one issue for each function", one)
	}
	var nodes []*compiler.Node
	for i := range 150 {
		nodes = append(nodes, sqlNode(i, body))
	}
	const listed = 200
	found := deploy.NotPortable(enginekind.Postgres, nodes...)
	if len(found) != listed+1 {
		t.Fatalf("150 nodes have %d issues, want %d", len(found), listed+1)
	}
	if last := found[listed]; !strings.HasPrefix(last.Message, "100 more findings") || last.Hint == "" || last.Node != "" {
		t.Errorf("the last issue is %+v", last)
	}
}
