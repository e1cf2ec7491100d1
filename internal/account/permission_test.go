package account_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
)

// declared reads the permissions from the source, so that a new constant that is in no table fails the test.
func declared(t *testing.T) []account.Permission {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "permission.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []account.Permission
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "Permission" {
			return true
		}
		for _, value := range spec.Values {
			text, err := strconv.Unquote(value.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, account.Permission(text))
		}
		return true
	})
	if len(found) == 0 {
		t.Fatal("no permission was found in permission.go")
	}
	return found
}

func TestEveryPermissionIsListedOnce(t *testing.T) {
	t.Parallel()
	want, got := declared(t), slices.Clone(account.EveryPermission())
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("declared and listed permissions differ (-declared +listed):\n%s", diff)
	}
	if unique := slices.Compact(slices.Clone(got)); len(unique) != len(got) {
		t.Error("a permission is listed twice")
	}
}

// ladders returns the permissions of the roles of each level, strongest role first.
func ladders() map[string][][]account.Permission {
	all := map[string][][]account.Permission{}
	for _, role := range account.OrganizationRoles() {
		all["organization"] = append(all["organization"], role.Permissions())
	}
	for _, role := range account.ProjectRoles() {
		all["project"] = append(all["project"], account.PermissionsInProject(role))
	}
	for _, role := range account.EnvironmentRoles() {
		all["environment"] = append(all["environment"], account.PermissionsInEnvironment(role))
	}
	return all
}

func TestRolesHaveEachPermissionOnce(t *testing.T) {
	t.Parallel()
	for level, roles := range ladders() {
		for i, permissions := range roles {
			if len(permissions) == 0 {
				t.Errorf("%s level, role %d allows nothing", level, i)
			}
			sorted := slices.Sorted(slices.Values(permissions))
			if unique := slices.Compact(slices.Clone(sorted)); len(unique) != len(sorted) {
				t.Errorf("%s level, role %d has a permission twice", level, i)
			}
			if unknown := without(permissions, account.EveryPermission()); len(unknown) > 0 {
				t.Errorf("%s level, role %d allows %v, which are not permissions", level, i, unknown)
			}
		}
	}
}

func TestStrongerRolesHaveMorePermissions(t *testing.T) {
	t.Parallel()
	for level, roles := range ladders() {
		for i := range len(roles) - 1 {
			stronger, weaker := roles[i], roles[i+1]
			if lost := without(weaker, stronger); len(lost) > 0 {
				t.Errorf("%s level: role %d allows %v, the stronger one above it does not", level, i+1, lost)
			}
			if len(stronger) <= len(weaker) {
				t.Errorf("%s level: role %d allows no more than the one below it", level, i)
			}
		}
	}
}

// without returns the permissions in some that are not in others.
func without(some, others []account.Permission) []account.Permission {
	return slices.DeleteFunc(slices.Clone(some), func(p account.Permission) bool { return slices.Contains(others, p) })
}

func TestPermissionsAreCopied(t *testing.T) {
	t.Parallel()
	for _, role := range account.OrganizationRoles() {
		role.Permissions()[0] = "everything"
		if role.Permissions()[0] == "everything" {
			t.Errorf("the table of %s can be changed from outside", role)
		}
	}
}
