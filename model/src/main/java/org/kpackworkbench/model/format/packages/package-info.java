/**
 * Files that hold a tree of files: wheels and ZIP archives, Debian and RPM packages, tar files.
 *
 * <p>{@link org.kpackworkbench.model.format.packages.PackageFile} opens any of them as a read-only
 * file system ({@code base.members}) and shows the package's own description; {@link
 * org.kpackworkbench.model.format.packages.Packages} takes several together, as if installed.
 *
 * <pre>
 * wheel, ZIP  local header, content, …, central directory, its end    [ZIP 6.3, PEP 427]
 * deb         ar: debian-binary, control.tar.*, data.tar.*            [deb(5)]
 * rpm         lead (96), signature, padding to 8, header, cpio        [RPM 4]
 *   header    8e ad e8 01, 0 (4), entries (4), bytes (4), entries of 16, bytes; big-endian
 * tar         blocks of 512, plain or compressed                      [POSIX pax]
 * </pre>
 */
package org.kpackworkbench.model.format.packages;
