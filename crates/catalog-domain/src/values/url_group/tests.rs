//! URLs are taken apart as `docs/contract.md#url-group` says, or refused.

use super::*;

#[test]
fn a_url_is_split_as_the_contract_says() {
    for (full, host, path, slug) in [
        ("https://storefront.example/catalog/pumps/", "storefront.example", "/catalog/pumps/", "pumps"),
        ("https://STOREFRONT.example:443/a/b?x=1#y", "storefront.example", "/a/b", "b"),
        ("http://h.example:8080/a", "h.example:8080", "/a", "a"),
        ("http://h.example:80", "h.example", "/", ""),
        ("https://h.example?x", "h.example", "/", ""),
        ("https://u:p@h.example//a//", "h.example", "//a//", "a"),
        ("https://h.example/каталог/насосы", "h.example", "/каталог/насосы", "насосы"),
    ] {
        let url = PageUrl::parse(full).unwrap();
        assert_eq!(url.borrowed().group(), UrlGroup { full, host: host.into(), path, slug }, "{full}");
    }
}

#[test]
fn an_ordinary_url_is_split_by_its_shape_and_any_other_by_a_search() {
    for (url, is_ordinary) in [
        ("https://storefront.example/catalog/pumps/", true),
        ("https://storefront.example:8443/pumps", true),
        ("https://h.example/", true),
        ("https://h.example/каталог/насосы", true),
        ("https://h.example", false),
        ("https://h.example//a//", false),
        ("https://h.example/a?x=1", false),
        ("https://u@h.example/a", false),
        ("https://H.example/a", false),
        ("http://h.example/a", false),
        (&format!("https://h.example/{}", "a".repeat(256)), false),
        (&format!("https://{}/a", "a".repeat(256)), false),
    ] {
        let parsed = PageUrlRef::parse(url).unwrap();
        let shape = UrlShape::of(parsed);
        assert_eq!(shape != UrlShape::default(), is_ordinary, "{url}");
        assert_eq!(parsed.group_of_shape(shape), parsed.group(), "{url}");
    }
}

#[test]
fn what_is_no_absolute_page_url_is_refused() {
    for bad in
        ["", "/a", "ftp://h/a", "https://", "https:///a", "https://h/a b", "javascript:alert(1)", "https://h:99999/"]
    {
        assert_eq!(PageUrl::parse(bad), Err(PageUrlError), "{bad}");
    }
    assert_eq!(PageUrl::parse(&format!("https://h/{}", "a".repeat(2_100))), Err(PageUrlError));
}

#[test]
fn a_host_is_compared_without_case_and_default_port() {
    let storefront = StorefrontHost::parse("Storefront.Example:443").unwrap();
    for (url, served) in [
        ("https://storefront.example/", true),
        ("http://STOREFRONT.EXAMPLE:80/x", true),
        ("https://storefront.example:8443/", false),
        ("https://www.storefront.example/", false),
        ("https://storefront.example.evil.example/", false),
    ] {
        assert_eq!(storefront.serves(&PageUrl::parse(url).unwrap()), served, "{url}");
    }
    for bad in ["", "https://storefront.example", "a b", "h/x", "u@h"] {
        assert_eq!(StorefrontHost::parse(bad), Err(StorefrontHostError), "{bad}");
    }
}
