package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Copies extended attributes of files, of which most have none. Java knows those of users only;
 * Linux has more, such as the capabilities of a program ({@code security.capability}) and access
 * lists ({@code system.posix_acl_access}), and is called directly.
 */
final class ExtendedAttributes {
  /** The system gives each file its own. */
  private static final Set<String> OF_THE_PLACE = Set.of("security.selinux");

  /** Attributes for the bytes or the node of one file, which would make another file invalid. */
  private static final Set<String> OF_ONE_FILE = Set.of("security.ima", "security.evm");

  private static final String OF_USERS = "user.";
  private static final String CAPABILITY = "security.capability";

  private ExtendedAttributes() {}

  /**
   * Copies all that may be.
   *
   * @param sameOwner whether the other file has the same owner; without that, it gets no
   *     capabilities
   * @param lost gets what is not copied
   */
  static void copy(Path from, Path to, boolean sameOwner, LostAttributes lost) throws IOException {
    if (LinuxCalls.FOUND.isPresent()
        && from.getFileSystem().equals(FileSystems.getDefault())
        && to.getFileSystem().equals(FileSystems.getDefault())) {
      ofLinux(LinuxCalls.FOUND.get(), from, to, sameOwner, lost);
    } else if (from.getFileSystem().supportedFileAttributeViews().contains("user")) {
      ofUsers(from, to, lost);
    }
  }

  /** The names of a file's attributes, but for those that its place gives it. */
  static List<String> names(Path file) {
    boolean isHere = file.getFileSystem().equals(FileSystems.getDefault());
    if (LinuxCalls.FOUND.isEmpty() || !isHere) {
      return List.of();
    }
    List<String> names = new ArrayList<>(LinuxCalls.FOUND.get().names(file));
    names.removeAll(OF_THE_PLACE);
    return names;
  }

  private static void ofLinux(
      LinuxCalls calls, Path from, Path to, boolean sameOwner, LostAttributes lost) {
    for (String name : names(from)) {
      boolean allowed = !OF_ONE_FILE.contains(name) && (sameOwner || !name.equals(CAPABILITY));
      if (!allowed || !calls.copy(name, from, to)) {
        lost.add(name, from);
      }
    }
  }

  private static void ofUsers(Path from, Path to, LostAttributes lost) {
    UserDefinedFileAttributeView has =
        Files.getFileAttributeView(from, UserDefinedFileAttributeView.class);
    List<String> names;
    try {
      names = has.list();
    } catch (IOException none) {
      return;
    }
    for (String name : names) {
      try {
        ByteBuffer value = ByteBuffer.allocate(has.size(name));
        has.read(name, value);
        Files.setAttribute(to, "user:" + name, value.flip());
      } catch (IOException | UnsupportedOperationException refused) {
        lost.add(OF_USERS + name, from);
      }
    }
  }

  /** The call of Linux that lists attributes; as those that copy, it takes links as they are. */
  private record LinuxCalls(MethodHandle list) {
    private static final Optional<LinuxCalls> FOUND =
        System.getProperty("os.name", "").equals("Linux")
                && LinuxCalls.class.getModule().isNativeAccessEnabled()
            ? Optional.of(
                new LinuxCalls(
                    call(
                        "llistxattr",
                        ValueLayout.JAVA_LONG,
                        ValueLayout.ADDRESS,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG)))
            : Optional.empty();
    private static final long MOST_BYTES = 64 * 1024;

    /** Most files have no attributes, and making a call takes 10 ms. */
    private static final class Copying {
      private static final MethodHandle GET =
          call(
              "lgetxattr",
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG);
      private static final MethodHandle SET =
          call(
              "lsetxattr",
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT);
    }

    @SuppressWarnings("restricted")
    private static MethodHandle call(String name, MemoryLayout result, MemoryLayout... arguments) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    /** The names of a file's attributes; none where its disk has no attributes. */
    List<String> names(Path file) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment path = text(arena, SystemText.of(file.toAbsolutePath()));
        long size = (long) list.invokeExact(path, MemorySegment.NULL, 0L);
        if (size <= 0) {
          return List.of();
        }
        MemorySegment names = arena.allocate(MOST_BYTES);
        size = (long) list.invokeExact(path, names, MOST_BYTES);
        List<String> found = new ArrayList<>();
        for (long at = 0; at < size; ) {
          byte[] name = bytes(names, at);
          found.add(SystemText.of(name));
          at += name.length + 1L;
        }
        return found;
      } catch (RuntimeException | Error failure) {
        throw failure;
      } catch (Throwable impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    /** Gives a file an attribute of another one; false if it is refused. */
    boolean copy(String attribute, Path from, Path to) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment name = text(arena, attribute);
        MemorySegment value = arena.allocate(MOST_BYTES);
        long size =
            (long)
                Copying.GET.invokeExact(
                    text(arena, SystemText.of(from.toAbsolutePath())), name, value, MOST_BYTES);
        return size >= 0
            && 0
                == (int)
                    Copying.SET.invokeExact(
                        text(arena, SystemText.of(to.toAbsolutePath())), name, value, size, 0);
      } catch (RuntimeException | Error failure) {
        throw failure;
      } catch (Throwable impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    /** A text as C has it. */
    private static MemorySegment text(Arena arena, String text) {
      byte[] bytes = SystemText.bytes(text);
      // The end is zero already.
      MemorySegment c = arena.allocate(bytes.length + 1L);
      MemorySegment.copy(bytes, 0, c, ValueLayout.JAVA_BYTE, 0, bytes.length);
      return c;
    }

    private static byte[] bytes(MemorySegment names, long from) {
      long end = from;
      while (names.get(ValueLayout.JAVA_BYTE, end) != 0) {
        end++;
      }
      return names.asSlice(from, end - from).toArray(ValueLayout.JAVA_BYTE);
    }
  }
}
