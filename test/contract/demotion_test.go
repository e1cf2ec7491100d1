package contract_test

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

// Roles are checked before the body is read, and a body may arrive slowly. A user who loses a role in the meantime must
// not finish the request with it, least of all one that restores the role.
func TestRoleRevokedDuringRequest(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		second := platform.NewPerson(admin, "second@example.com", "administrator")
		path := "/api/v2/userRoles/" + second.ID + "/organizationRole"
		body := `{"role":"administrator"}`
		request := fmt.Sprintf("PUT %s HTTP/1.1\r\nHost: platform\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"+
			"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n", path, second.Token, len(body))
		connection := dial(t, platform)
		answers := bufio.NewReader(connection)
		send(t, connection, request)
		// The server requests the body after authorization.
		if line, err := answers.ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 100") {
			t.Fatalf("the server does not ask for the body: %q %v", line, err)
		}
		if _, err := answers.ReadString('\n'); err != nil { // the empty line after it
			t.Fatal(err)
		}
		platform.Put(admin, path, object{"role": "member"}).Want(http.StatusOK)
		send(t, connection, body)
		if answer := readRaw(t, answers, request); answer.status != http.StatusConflict {
			t.Errorf("%d: %s", answer.status, answer.body)
		}
		var roles api.UserRoles
		platform.Get(admin, "/api/v2/userRoles/"+second.ID).Want(http.StatusOK).JSON(&roles)
		if roles.OrganizationRole != api.OrganizationMember {
			t.Errorf("the user is %s again", roles.OrganizationRole)
		}
	})
}
