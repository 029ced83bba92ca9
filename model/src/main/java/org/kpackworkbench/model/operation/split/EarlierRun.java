package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.HexText;

/**
 * Output of an earlier run. Each folder and packed file carries an extended attribute with the run
 * that made it and a digest of names, kinds, sizes and times. What is still like that can be
 * replaced without asking; what was changed or added since is not this program's. On a disk without
 * such attributes nothing is known, and nothing is replaced.
 *
 * @param output the folder of all artifacts
 * @param run what is split and in which form, so that artifacts of other inputs stay
 */
record EarlierRun(Path output, String run) {
  private static final String ATTRIBUTE = "kpack-workbench.split";

  /** Whether an earlier run left something in the output. */
  boolean was() throws IOException {
    return !others(List.of()).isEmpty();
  }

  /** Whether something in the output is as an earlier run wrote it. */
  boolean wrote(String name) throws IOException {
    Path place = output.resolve(name);
    return (run + " " + digest(place)).equals(attributeOf(place));
  }

  /** Artifacts of an earlier run, changed or not, under other names than these. */
  List<String> others(Collection<String> now) throws IOException {
    List<String> others = new ArrayList<>();
    if (!Files.isDirectory(output)) {
      return others;
    }
    for (Path child : FolderList.of(output)) {
      String name = String.valueOf(child.getFileName());
      String known = attributeOf(child);
      if (known != null && known.startsWith(run + " ") && !now.contains(name)) {
        others.add(name);
      }
    }
    return others;
  }

  /** Remembers what this run wrote, where the disk can. */
  void remember(Collection<String> names) throws IOException {
    for (String name : names) {
      Path place = output.resolve(name);
      UserDefinedFileAttributeView view = view(place);
      if (view != null) {
        try {
          view.write(ATTRIBUTE, StandardCharsets.UTF_8.encode(run + " " + digest(place)));
        } catch (IOException refused) {
          // The disk has no such attributes, or the artifact is read-only: nothing is known then.
          return;
        }
      }
    }
  }

  private static @Nullable UserDefinedFileAttributeView view(Path place) {
    return Files.isSymbolicLink(place)
        ? null
        : Files.getFileAttributeView(place, UserDefinedFileAttributeView.class);
  }

  private static @Nullable String attributeOf(Path place) {
    UserDefinedFileAttributeView view = view(place);
    try {
      if (view == null || !view.list().contains(ATTRIBUTE)) {
        return null;
      }
      ByteBuffer value = ByteBuffer.allocate(view.size(ATTRIBUTE));
      view.read(ATTRIBUTE, value);
      return StandardCharsets.UTF_8.decode(value.flip()).toString();
    } catch (IOException unknown) {
      // The disk has no such attributes, or it may not be read.
      return null;
    }
  }

  private static String digest(Path place) throws IOException {
    MessageDigest digest = Digests.sha256();
    List<TreeItem> items =
        Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)
            ? TreeItem.below(place, Progress.NONE)
            : List.of(TreeItem.file(place, ""));
    for (TreeItem item : items) {
      digest.update(SystemText.bytes(item.path()));
      digest.update((byte) 0);
      digest.update((byte) item.kind().ordinal());
      long time =
          item.kind() == TreeItem.Kind.FOLDER
              ? 0
              : Files.getLastModifiedTime(item.source(), LinkOption.NOFOLLOW_LINKS)
                  .to(TimeUnit.NANOSECONDS);
      digest.update(ByteBuffer.allocate(16).putLong(item.sizeBytes()).putLong(time).flip());
      if (item.kind() == TreeItem.Kind.LINK) {
        digest.update(SystemText.bytes(item.linkTarget()));
      }
    }
    return HexText.of(digest.digest());
  }
}
