package org.kpackworkbench.model.base.bytes;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that files and folders are to have which are worked on under another name, {@code
 * .NAME.kpack-workbench-PID-ID.part}: those are what a failure has to be about.
 */
public final class FinalNames {
  private static final Pattern WORK_NAME =
      Pattern.compile("\\.(.+)\\.kpack-workbench-\\d+-[0-9a-f]{8}\\.part");

  private FinalNames() {}

  /** The name that a file is to have, where it or a folder around it still has another. */
  public static Path of(Path file) {
    Path root = file.getRoot();
    Path name = root == null ? file.getFileSystem().getPath("") : root;
    for (Path each : file) {
      Matcher work = WORK_NAME.matcher(each.toString());
      name = name.resolve(work.matches() ? work.group(1) : each.toString());
    }
    return name;
  }

  /**
   * Returns the failure to make a file as one about another path.
   *
   * @param wanted what was to be made in the end
   */
  public static FileSystemException in(FileSystemException failure, Path wanted) {
    String file = of(wanted).toString();
    String reason = failure.getReason();
    FileSystemException named =
        switch (failure) {
          case AccessDeniedException denied ->
              new AccessDeniedException(
                  file, null, "no permission to make anything in " + of(wanted).getParent());
          case NoSuchFileException missing -> new NoSuchFileException(file, null, reason);
          case FileAlreadyExistsException there ->
              new FileAlreadyExistsException(file, null, reason);
          default -> new FileSystemException(file, null, reason);
        };
    named.initCause(failure);
    return named;
  }
}
