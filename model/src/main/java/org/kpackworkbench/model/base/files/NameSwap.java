package org.kpackworkbench.model.base.files;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Lets two files or folders of one disk change names in one step, so that at no moment one of the
 * names is missing. Linux can do that with most file systems ({@code renameat2} with {@code
 * RENAME_EXCHANGE}); elsewhere the caller has to set one aside first.
 */
final class NameSwap {
  private static final int CURRENT_FOLDER = -100;
  private static final int EXCHANGE = 2;

  private NameSwap() {}

  /**
   * Swaps.
   *
   * @return whether they were; where not, both are as they were, and a move will tell why
   */
  static boolean swap(Path one, Path other) {
    if (!one.getFileSystem().equals(FileSystems.getDefault())) {
      return false;
    }
    Optional<MethodHandle> call = call();
    if (call.isEmpty()) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocateFrom(one.toAbsolutePath().toString());
      MemorySegment to = arena.allocateFrom(other.toAbsolutePath().toString());
      return 0 == (int) call.get().invokeExact(CURRENT_FOLDER, from, CURRENT_FOLDER, to, EXCHANGE);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @SuppressWarnings("restricted")
  private static Optional<MethodHandle> call() {
    if (!System.getProperty("os.name", "").equals("Linux")
        || !NameSwap.class.getModule().isNativeAccessEnabled()) {
      return Optional.empty();
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("renameat2")
        .map(
            address ->
                linker.downcallHandle(
                    address,
                    FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT)));
  }
}
