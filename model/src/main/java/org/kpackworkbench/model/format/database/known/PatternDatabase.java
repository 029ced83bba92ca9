package org.kpackworkbench.model.format.database.known;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.DatabaseRecogniser;

/** A database whose files are known by one pattern each, with a group {@code arch}. */
public abstract sealed class PatternDatabase implements DatabaseRecogniser {
  private final String name;
  private final Pattern file;
  private final Pattern covered;

  /**
   * One database.
   *
   * @param file what a whole path looks like
   * @param covered what paths look like whose architecture the database should know
   */
  private PatternDatabase(String name, String file, String covered) {
    this.name = name;
    this.file = Pattern.compile("(?:.*/)?" + file);
    this.covered = Pattern.compile("(?:.*/)?" + covered);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Optional<DatabaseFile> recognise(String path) {
    Matcher matcher = file.matcher(path);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    @Nullable String arch = matcher.group("arch");
    if (arch == null) {
      return Optional.of(new DatabaseFile(name, null));
    }
    return Optional.ofNullable(Architectures.known(arch))
        .map(target -> new DatabaseFile(name, target));
  }

  @Override
  public final boolean covers(String path) {
    return covered.matcher(path).matches();
  }

  /**
   * rocFFT's kernels: a file for each architecture; before that one for all, whose rows name
   * theirs.
   */
  public static final class Rocfft extends PatternDatabase {
    public Rocfft() {
      super(
          "rocfft",
          "rocfft_kernel_cache(?:_(?<arch>" + Architectures.TARGET + "))?\\.db",
          "rocfft_kernel_cache[^/]*");
    }

    @Override
    public boolean isCombined(String path) {
      return recognise(path).filter(file -> file.architecture() == null).isPresent();
    }
  }

  /** Composable Kernel's static libraries for one architecture. */
  public static final class ComposableKernel extends PatternDatabase {
    private static final String START = "(?:lib)?device_conv_operations_";

    public ComposableKernel() {
      super(
          "composablekernel",
          START + "(?<arch>" + Architectures.TARGET + ")(?:_[^/]*)?\\.(?:a|lib)",
          // Its libraries of other operations have no architecture in their names usually.
          "(?:lib)?device_[a-z0-9]+(?:_[a-z0-9]+)*_operations?[-_][^/]*");
    }
  }

  /** Archives and descriptors of hip-kernel-provider, in a folder for each architecture. */
  public static final class HipKernelProvider extends PatternDatabase {
    private static final String CONTENT = "engines/(?:test_)?arch_content/";

    public HipKernelProvider() {
      // The first folder that is called after a target, be it deep below.
      super(
          "hipkernelprovider",
          CONTENT + "(?:(?!%1$s/)[^/]+/)*?(?<arch>%1$s)/.+".formatted(Architectures.TARGET),
          CONTENT + ".*");
    }
  }

  /** Translated code that is kept for the next start, in a folder for each domain of chips. */
  public static final class HotswapCache extends PatternDatabase {
    private static final String TRANSLATIONS = "share/rocjitsu/translations/";

    public HotswapCache() {
      super(
          "hotswap_cache",
          TRANSLATIONS
              + "(?<arch>"
              + Architectures.PROCESSOR
              + ")(?:-[^/]*)?/v1/[0-9a-f]{64}\\.(?:man|obj)",
          TRANSLATIONS + ".*");
    }
  }
}
