package org.kpackworkbench.model.format.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.BundlePlaceFinder;
import org.kpackworkbench.model.format.offload.BundledCodeObjects;
import org.kpackworkbench.model.format.offload.BundledRows;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadClaims;
import org.kpackworkbench.model.format.offload.UnpackedBundles;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Lazy;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;
import org.kpackworkbench.model.format.registry.SourceDocument;

/**
 * An open library, program or object file for the host, with what it has of device code, whatever
 * its container.
 */
public abstract class HostDocument extends SourceDocument {
  private static final int POINTER_AT = 8;

  private final Formats formats;
  private final UnpackBudget budget;
  private final HostImage image;
  private final FatBinary fat;
  private final UnpackedBundles unpacked;
  private final Lazy<BundledRows.Listing> listing;
  private final Lazy<CodeObjects> codeObjects;

  /**
   * Finds the device code of an image.
   *
   * @throws FormatException if the file changed meanwhile
   */
  protected HostDocument(OpenSource source, Format format, HostImage image, Opening opening)
      throws FormatException {
    super(source, format);
    this.formats = opening.formats();
    this.budget = opening.budget();
    this.unpacked = new UnpackedBundles(budget);
    this.image = image;
    this.fat = FatBinary.read(image, opening.progress());
    this.listing = new Lazy<>(() -> BundledRows.of(fat, source.place()));
    this.codeObjects = new Lazy<>(() -> new BundledCodeObjects(listing.get().rows(), unpacked));
  }

  /** Its wrappers, bundles and marker. */
  public final FatBinary fat() {
    return fat;
  }

  /** The type of the file in words. */
  protected abstract String typeName();

  /** The processor that it is for, in words. */
  protected abstract String machineName();

  /** Returns the problems of the container. */
  protected abstract List<FormatException> imageProblems();

  /**
   * Lists the claims of the container.
   *
   * @throws FormatException if the file changed meanwhile
   */
  protected abstract List<Claim> imageClaims() throws FormatException;

  /** Adds the tables of the container to what is said of the file. */
  protected abstract void describeTables(Report report);

  /**
   * Finds a place in the container.
   *
   * @throws PlaceSyntaxException if there is none of that name
   */
  protected abstract Optional<Place> imagePlace(String form, String name, PlaceSyntax syntax)
      throws PlaceSyntaxException, IOException;

  /**
   * Returns the problems of the container, its wrappers and its bundles: also wrappers that lead to
   * no bundle, as where its magic was destroyed. Decompresses of a compressed bundle only what its
   * table needs.
   */
  @Override
  public final List<FormatException> problems() {
    Set<FormatException> all = new LinkedHashSet<>(imageProblems());
    all.addAll(fat.problems());
    for (Wrapper wrapper : fat.wrappers()) {
      if (wrapper.target() instanceof WrapperTarget.ToNothing(String why)
          && wrapper.magic() == WrapperMagic.HIPF
          && !image.isObject()) {
        all.add(
            FormatException.at(
                    image.view(),
                    wrapper.range().start() + POINTER_AT,
                    "wrapper %d".formatted(wrapper.index()),
                    "pointer",
                    Reason.BAD_VALUE)
                .mismatch("the place of a bundle", "none: " + why));
      }
    }
    // The list has those of compressed bundles, too.
    all.addAll(listing.get().problems());
    return List.copyOf(all);
  }

  @Override
  public CodeObjects codeObjects() {
    return codeObjects.get();
  }

  @Override
  public void close() {
    try {
      unpacked.close();
    } finally {
      super.close();
    }
  }

  @Override
  protected Ownership owners() throws FormatException {
    List<Claim> all = new ArrayList<>(imageClaims());
    all.addAll(OffloadClaims.of(fat, place()));
    return Claims.map(bytes(), all);
  }

  @Override
  public boolean saysCodeIsElsewhere() {
    return ArchivedCode.isMeantBy(fat);
  }

  @Override
  public boolean mayHoldCodeObjects() {
    return fat.hasDeviceCode() || !problems().isEmpty();
  }

  @Override
  public String whyNoCodeObjects() {
    return "no code objects: " + fat.state().words();
  }

  @Override
  public Optional<CodeElsewhere> codeElsewhere(Predicate<Path> wanted, Progress progress)
      throws IOException {
    return saysCodeIsElsewhere()
        ? Optional.of(ArchivedCode.of(this, wanted, new Opening(formats, progress, budget)))
        : Optional.empty();
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new HostInfo(this);
  }

  @Override
  public Optional<Place> place(String form, String name, PlaceSyntax syntax)
      throws PlaceSyntaxException, IOException {
    Optional<Place> bundled = BundlePlaceFinder.of(syntax, fat, place()).find(form, name);
    return bundled.isPresent() ? bundled : imagePlace(form, name, syntax);
  }

  @Override
  public FileSummary summary() {
    int count = fat.wrappers().size();
    String wrappers = CountText.of(count, "wrapper");
    String words =
        switch (fat.state()) {
          case FAT -> "fat, " + wrappers;
          case HOST_ONLY -> "host-only, " + wrappers;
          case HALF_CONVERTED -> "half-converted";
          case NONE -> "no device code";
          case NO_WRAPPERS, RELOCATABLE, NO_SECTION_HEADERS -> fat.state().words();
        };
    return new FileSummary(format(), group(fat.state()), words);
  }

  private static FileSummary.Group group(DeviceCode state) {
    return switch (state) {
      case FAT -> ElfFormat.FAT;
      case HOST_ONLY -> ElfFormat.HOST_ONLY;
      case HALF_CONVERTED -> ElfFormat.HALF_CONVERTED;
      case NONE -> ElfFormat.PLAIN;
      case NO_WRAPPERS, RELOCATABLE, NO_SECTION_HEADERS -> ElfFormat.UNCLEAR;
    };
  }

  @Override
  public Optional<VirtualAddresses> virtualAddresses() {
    return image.isObject() ? Optional.empty() : Optional.of(new Addresses(image));
  }

  private record Addresses(HostImage image) implements VirtualAddresses {
    @Override
    public OptionalLong addressOf(long fileOffset) {
      return image.addressOf(fileOffset);
    }

    @Override
    public OptionalLong fileOffsetOf(long virtualAddress) {
      return image.offsetOf(virtualAddress);
    }
  }
}
