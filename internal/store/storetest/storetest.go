package storetest

import (
	"maps"
	"testing"

	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
)

// Run runs every case on databases that open returns. Each is empty, and open closes it at the end of the test.
func Run(t *testing.T, open func(t *testing.T) *store.DB) {
	t.Helper()
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	ok(t, err)
	w := suiteContext{keys: keys, open: open}
	w.shared = w.database(t)
	for noun, cases := range suite() {
		t.Run(noun, func(t *testing.T) {
			t.Parallel()
			for name, verify := range cases {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					verify(t, w)
				})
			}
		})
	}
}

// cases are the tests of one noun, by what they guarantee.
type cases map[string]func(*testing.T, suiteContext)

func suite() map[string]cases {
	all := accountSuite()
	maps.Copy(all, map[string]cases{
		"setup":               setupCases(),
		"project":             projectCases(),
		"workspace":           workspaceCases(),
		"workspacefile":       workspaceFileCases(),
		"environment":         environmentCases(),
		"reference":           referenceCases(),
		"connection":          connectionCases(),
		"connectiongrant":     connectionGrantCases(),
		"runtarget":           runTargetCases(),
		"sharedmapping":       sharedMappingCases(),
		"run":                 runCases(),
		"runlist":             runListCases(),
		"claim":               claimCases(),
		"settingsfingerprint": settingsFingerprintCases(),
		"overlap":             overlapCases(),
		"lease":               leaseCases(),
		"noderesult":          nodeResultCases(),
		"finish":              finishCases(),
		"status":              statusCases(),
		"cancel":              cancelCases(),
		"changes":             changesCases(),
		"snapshot":            snapshotCases(),
		"gitaccount":          gitAccountCases(),
		"gitrepo":             gitRepoCases(),
		"build":               buildCases(),
		"plan":                planCases(),
		"planretention":       planSweepCases(),
		"stateretention":      stateSweepCases(),
		"snapshotretention":   snapshotSweepCases(),
		"webhook":             webhookCases(),
		"webhookevent":        webhookEventCases(),
		"webhookoutbox":       webhookOutboxCases(),
		"webhookschedule":     webhookScheduleCases(),
		"schedule":            scheduleCases(),
		"schedulefire":        scheduleFireCases(),
		"scheduleend":         scheduleEndCases(),
		"schedulenotify":      scheduleNotifyCases(),
		"overviewstate":       overviewStateCases(),
		"visible":             visibleCases(),
		"list":                listCases(),
		"paging":              pagingCases(),
		"guard":               guardCases(),
		"race":                raceCases(),
		"numbering":           numberingCases(),
		"contention":          contentionCases(),
		"revision":            revisionCases(),
		"worker":              workerCases(),
		"workerclaim":         workerClaimCases(),
		"installation":        installationCases(),
		"quota":               quotaCases(),
	})
	return all
}

// accountSuite has the nouns of users and how they sign in.
func accountSuite() map[string]cases {
	return map[string]cases{
		"user":             userCases(),
		"revocation":       revocationCases(),
		"administrator":    administratorCases(),
		"token":            tokenCases(),
		"signin":           signInCases(),
		"identityprovider": identityProviderCases(),
		"scim":             scimCases(),
		"secondfactor":     secondFactorCases(),
		"serviceaccount":   serviceAccountCases(),
		"passwordlink":     passwordLinkCases(),
		"role":             roleCases(),
		"credentiallist":   credentialListCases(),
	}
}

// suiteContext contains what a case works with.
type suiteContext struct {
	keys   *secret.Keys
	open   func(t *testing.T) *store.DB
	shared *store.DB
}

// database opens a database for one case alone, in the state of a server's first start before it creates the first
// organization.
func (w suiteContext) database(t *testing.T) *store.DB {
	t.Helper()
	db := w.open(t)
	ok(t, db.Setups().BindKey(t.Context(), w.keys.Fingerprint()))
	return db
}
