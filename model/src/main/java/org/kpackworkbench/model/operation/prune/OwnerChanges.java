package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Which files get another owner when they are replaced: those of others, where the process may not
 * give files away. On Linux the process says both ({@code /proc/self}, proc(5)); elsewhere it is
 * not known beforehand, and nothing is said.
 */
final class OwnerChanges {
  private static final Path PROCESS = Path.of("/proc/self");
  private static final String CAPABILITIES = "CapEff:";

  /** Bit 0 is CAP_CHOWN, see capabilities(7). */
  private static final int CHOWN_BIT = 0;

  private OwnerChanges() {}

  /**
   * A note for each owner whose files get another one.
   *
   * @param files existing files that are replaced
   */
  static List<OperationNote> notes(Collection<Path> files) throws IOException {
    Optional<UserPrincipal> process = owner();
    return process.isPresent() ? notes(files, process.get()) : List.of();
  }

  private static List<OperationNote> notes(Collection<Path> files, UserPrincipal process)
      throws IOException {
    Map<String, List<Path>> byOwner = new TreeMap<>();
    for (Path file : files) {
      UserPrincipal owner = Files.getOwner(file);
      if (!owner.equals(process)) {
        byOwner.computeIfAbsent(owner.getName(), one -> new ArrayList<>()).add(file);
      }
    }
    List<OperationNote> notes = new ArrayList<>();
    byOwner.forEach(
        (owner, theirs) -> {
          int others = theirs.size() - 1;
          notes.add(
              OperationNote.warning(
                  "owner-changes",
                  theirs.getFirst(),
                  "its owner is %s, and of the new file %s%s: this user may not give files away"
                      .formatted(
                          owner,
                          process.getName(),
                          others == 0 ? "" : ", as of " + CountText.of(others, "other file")),
                  "Let root give it back with chown, or prune it as its owner."));
        });
    return notes;
  }

  /** Who owns what this process makes; empty if it may give that to others, or is not known. */
  private static Optional<UserPrincipal> owner() throws IOException {
    if (Files.getFileAttributeView(PROCESS, FileOwnerAttributeView.class) == null
        || !Files.isReadable(PROCESS.resolve("status"))) {
      return Optional.empty();
    }
    boolean mayGive =
        Files.readAllLines(PROCESS.resolve("status")).stream()
            .filter(line -> line.startsWith(CAPABILITIES))
            .map(line -> new BigInteger(line.substring(CAPABILITIES.length()).strip(), 16))
            .anyMatch(capabilities -> capabilities.testBit(CHOWN_BIT));
    return mayGive ? Optional.empty() : Optional.of(Files.getOwner(PROCESS));
  }
}
