package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// verification is the JSON output of a verification. A later verification reads it as its anchor.
type verification struct {
	IsIntact bool            `json:"isIntact"`
	Chains   []verifiedChain `json:"chains"`
}

type verifiedChain struct {
	OrganizationID string      `json:"organizationID"`
	Organization   string      `json:"organization"`
	Entries        int64       `json:"entries"`
	Deleted        int64       `json:"deleted"`
	Sequence       int64       `json:"sequence"`
	Hash           string      `json:"hash"`
	Break          *chainBreak `json:"break,omitempty"`
}

type chainBreak struct {
	Sequence int64  `json:"sequence"`
	Problem  string `json:"problem"`
}

func (p Program) auditVerify() *cobra.Command {
	var anchorFile string
	var asJSON bool
	command := &cobra.Command{
		Use:   "verify",
		Short: "Verify the hashes of the audit log",
		Long: "Reads the whole audit log from the state database and checks that no entry was changed, removed, inserted or\n" +
			"reordered. It needs the server's key, from the data folder or MILLRACE_KEY. The server may run. Exits with 1 when\n" +
			"a chain is broken, and names the organization and the first wrong entry.\n\n" +
			"With --anchor FILE, the --json output of an earlier verification that was kept elsewhere, it also finds a log that\n" +
			"was replaced with an older copy of itself.\n\n" +
			"JSON: isIntact and chains, each with organizationID, organization, entries, deleted (by the retention), sequence and\n" +
			"hash of the last entry, and break (sequence, problem) if it is broken.",
		Example: "millrace audit verify --data /var/lib/millrace\nmillrace audit verify --json > /mnt/other/audit-anchor.json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			anchors, err := readAnchors(anchorFile)
			if err != nil {
				return err
			}
			chains, err := p.Platform.VerifyAudit(command.Context(), settings, anchors)
			if err != nil {
				return err
			}
			return p.printVerification(newVerification(chains), asJSON)
		},
	}
	command.Flags().StringVar(&anchorFile, "anchor", "", "file with the --json output of an earlier verification")
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "data", "database")
	return command
}

func readAnchors(path string) (map[ids.Organization]audit.Anchor, error) {
	if path == "" {
		return nil, nil //nolint:nilnil // no file, no anchors
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "cannot read the anchor").
			WithHint("Pass a file that `millrace audit verify --json` wrote with --anchor, or leave it out.")
	}
	var earlier verification
	if err := json.Unmarshal(raw, &earlier); err != nil || len(earlier.Chains) == 0 {
		return nil, fault.New(fault.Invalid, "%s is no verification", path).WithHint("Write one with `millrace audit verify --json`.")
	}
	anchors := map[ids.Organization]audit.Anchor{}
	for _, chain := range earlier.Chains {
		anchors[ids.Organization(chain.OrganizationID)] = audit.Anchor{Sequence: chain.Sequence, Hash: chain.Hash}
	}
	return anchors, nil
}

func newVerification(chains []audit.Verified) verification {
	result := verification{IsIntact: true, Chains: []verifiedChain{}}
	for _, chain := range chains {
		shown := verifiedChain{
			OrganizationID: string(chain.Organization), Organization: chain.Name, Entries: chain.Entries, Deleted: chain.Base,
			Sequence: chain.Head.Sequence, Hash: chain.Head.Hash,
		}
		if chain.Break != nil {
			result.IsIntact = false
			shown.Break = &chainBreak{Sequence: chain.Break.Sequence, Problem: chain.Break.Problem}
		}
		result.Chains = append(result.Chains, shown)
	}
	return result
}

func (p Program) printVerification(v verification, asJSON bool) error {
	if err := p.showVerification(v, asJSON); err != nil || v.IsIntact {
		return err
	}
	return reportedError{}
}

func (p Program) showVerification(v verification, asJSON bool) error {
	if asJSON {
		return p.printJSON(v)
	}
	shown := table{columns: []string{"ORGANIZATION", "ENTRIES", "LAST", "HASH", "RESULT"}}
	for _, chain := range v.Chains {
		name, result := chain.Organization, "intact"
		if name == "" {
			name = "(none) " + chain.OrganizationID
		}
		if chain.Break != nil {
			result = fmt.Sprintf("BROKEN at entry %d: %s", chain.Break.Sequence, chain.Break.Problem)
		}
		shown.add(name, strconv.FormatInt(chain.Entries, 10), strconv.FormatInt(chain.Sequence, 10), chain.Hash[:min(16, len(chain.Hash))], result)
	}
	return p.printTable(&shown, "The audit log is empty.")
}
