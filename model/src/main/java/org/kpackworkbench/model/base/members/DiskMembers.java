package org.kpackworkbench.model.base.members;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;

/** Files on disk as members, for one tree of them and of what is in packages. */
public final class DiskMembers {
  private static final int USUAL_MODE = 0644;

  private DiskMembers() {}

  /**
   * Lists everything below a folder. Links that leave it by a way around lead inside; a link to a
   * file elsewhere is that file.
   *
   * @param except files that are not listed
   * @param unreadable receives what cannot be read
   * @throws IOException if a link leads to a folder elsewhere
   */
  public static List<Member> below(
      Path folder, Set<Path> except, TreeItem.Unreadable unreadable, Progress progress)
      throws IOException {
    Path top = folder.toRealPath();
    List<Member> members = new ArrayList<>();
    for (TreeItem item : TreeItem.below(folder, unreadable, progress.cancelOnly())) {
      if (!except.contains(item.source())) {
        long time = Files.getLastModifiedTime(item.source(), LinkOption.NOFOLLOW_LINKS).toMillis();
        members.add(
            switch (item.kind()) {
              case FOLDER -> Member.folder(item.path(), FileModes.of(item.source()), time);
              case FILE -> file(item.path(), item.source());
              case LINK -> link(top, item, time);
              case SPECIAL -> Member.special(item.path(), USUAL_MODE, time);
            });
      }
    }
    return members;
  }

  /** A file on disk at a path. */
  public static Member file(String path, Path file) throws IOException {
    long time = Files.getLastModifiedTime(file).toMillis();
    return Member.file(path, Files.size(file), USUAL_MODE, time, () -> MemberChannel.file(file));
  }

  private static Member link(Path top, TreeItem item, long time) throws IOException {
    Path leads;
    try {
      leads = item.source().toRealPath();
    } catch (IOException nowhere) {
      return Member.link(item.path(), USUAL_MODE, time, item.linkTarget());
    }
    if (leads.startsWith(top)) {
      String inside = "/" + SystemText.escaped(top.relativize(leads));
      return Member.link(item.path(), USUAL_MODE, time, inside);
    }
    if (Files.isRegularFile(leads)) {
      return file(item.path(), leads);
    }
    throw FormatException.in(item.source().toString(), "link", "", Reason.UNSUPPORTED)
        .expected("a link that stays in the folder, beside packed files")
        .found("one to " + leads)
        .advice("Unpack what is packed, or put a copy in place of the link.")
        .build();
  }
}
