package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// unaudited lists the functions that write without an entry in the audit log: the work of the server itself. A write of a
// user calls DB.write, which needs an entry.
func unaudited() []string {
	return []string{
		"AuditStreams.Advance",
		"AuditStreams.Claim",
		"Connections.BindDataFolder", // of the embedded engine, at its first use
		"DB.prune",                   // deletes old entries, and appends an entry itself
		"DB.refuse",                  // appends the entry of a refusal
		"DB.system",
		"DB.write",
		"DB.writeUser",
		"Leases.write",
		"Outbox.write",
		"Plans.DeleteExpired",
		"Plans.deleteStatesOf",
		"Retention.DeleteExpired",
		"Runs.InsertAll",         // schedules start runs; firings record them
		"Runs.insertForSchedule", // likewise
		"Schedules.write",        // claims of firings
		"SealedValues.resealRow", // the value stays the same
		"Setups.BindKey",         // of the first start
		"SignInRequests.Answer",  // nobody is signed in yet
		"SignInRequests.Create",
		"SignInRequests.Take",
		"Snapshots.remove",
		"StorageMeter.SaveStorage",
		"Snapshots.Put",  // by their contents; what refers to them has an entry
		"gitStorage.Put", // objects; the move of a branch has an entry
		"touch",          // the time of the last use
		"Workers.Register",
		"Workers.delete",
	}
}

// TestOnlyListedFunctionsWriteWithoutAnEntry finds the functions that begin a write transaction without an audit entry.
func TestOnlyListedFunctionsWriteWithoutAnEntry(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range parsed.Decls {
			if function, ok := declared.(*ast.FuncDecl); ok && writesWithoutEntry(function) {
				found = append(found, functionName(function))
			}
		}
	}
	ignored := []string{ // the machinery of transactions and of migrations
		"DB.transact", "DB.transactOnce", "writeGroup.join", "writeGroup.current", "writeGroup.transact", "DB.lockMigrations", "DB.migrations", "DB.protectAudit",
		"DB.connectSQLite", "DB.connectPostgres", "DB.Close",
		"DB.load", "DB.pauseWrites", "DB.restoreServer", "checkSchema", "fillFile", "openReference", "schemaAt", // of backups
	}
	found = slices.DeleteFunc(found, func(name string) bool { return slices.Contains(ignored, name) })
	slices.Sort(found)
	want := unaudited()
	slices.Sort(want)
	if !slices.Equal(found, want) {
		t.Errorf("functions that write without an entry:\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
}

// writesWithoutEntry reports whether a function calls system or transact, or uses the writer itself.
func writesWithoutEntry(function *ast.FuncDecl) bool {
	found := false
	ast.Inspect(function, func(node ast.Node) bool {
		if selected, ok := node.(*ast.SelectorExpr); ok {
			switch selected.Sel.Name {
			case "system", "transact", "transactOnce", "writer":
				found = true
			}
		}
		return true
	})
	return found
}

func functionName(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return function.Name.Name
	}
	receiver := function.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	return receiver.(*ast.Ident).Name + "." + function.Name.Name // every receiver here is a name
}
